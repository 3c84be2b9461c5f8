// Operations of a resource that exists in the Pulumi state only.

import type { Kind } from "../../resources/kind";
import type { Properties } from "./bodies/json";
import type { ResourceHandler } from "./handler";

/** Operations of a resource without an object on a server: it remembers some of its inputs. */
export function withoutObject(
  { type }: Kind,
  id: string,
  remembered: readonly string[],
): Pick<ResourceHandler, "name" | "namespace" | "create" | "read" | "update" | "delete"> {
  const outsOf = (news: Properties): Properties => Object.fromEntries(remembered.map((field) => [field, news[field]]));
  return {
    name: type,
    namespace: type.split(":")[0] ?? "",
    create: async (_ctx, news) => ({ id, outs: outsOf(news) }),
    read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
    update: async (_ctx, _id, _olds, news) => outsOf(news),
    delete: async () => undefined,
  };
}
