import type { Kind } from "../../kinds/kind";
import type { Bag, ResourceHandler } from "./handler";

/** What a resource does that stands for nothing on a server: it remembers some of its inputs. */
export function withoutObject(
  { type }: Kind,
  id: string,
  remembered: readonly string[],
): Pick<ResourceHandler, "name" | "namespace" | "create" | "read" | "update" | "delete"> {
  const outsOf = (news: Bag): Bag => Object.fromEntries(remembered.map((field) => [field, news[field]]));
  return {
    name: type,
    namespace: type.split(":")[0] ?? "",
    create: async (_ctx, news) => ({ id, outs: outsOf(news) }),
    read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
    update: async (_ctx, _id, _olds, news) => outsOf(news),
    delete: async () => undefined,
  };
}
