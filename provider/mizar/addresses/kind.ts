import type { TakenAddresses } from "../../../kinds/mizar/inputs";
import type { Bag, Kind } from "../../lifecycle/kind";
import { isObject } from "../../lifecycle/sanitize";
import { stable } from "../../lifecycle/shape";
import { hasUnknown } from "../../lifecycle/unknown";
import { type Addresses, allocate, type Wishes } from "./allocate";

/**
 * A resource without an object: it remembers who has which address, so that a new Pod never takes the one of an old Pod that the
 * cluster was not asked about. Who gets what is decided when the inputs are checked: so a preview knows it.
 */
export const ADDRESSES: Kind = {
  name: "mizar:Addresses",
  namespace: "mizar",
  complete: (olds, news) => (hasUnknown(news.wishes) ? {} : { given: given(olds, news) }),
  diff: (_id, olds, news) => ({ changes: stable(olds.given ?? {}) === stable(news.given ?? {}) ? [] : ["given"], replaces: [] }),
  create: async (_ctx, news) => ({ id: "addresses", outs: outsOf(news) }),
  read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
  update: async (_ctx, _id, _olds, news) => outsOf(news),
  delete: async () => undefined,
};

function given(olds: Bag, { wishes, taken }: Bag): Addresses {
  const last = isObject(olds.given) ? (olds.given as Addresses) : {};
  return allocate(isObject(wishes) ? (wishes as unknown as Wishes) : {}, last, isObject(taken) ? (taken as unknown as TakenAddresses) : {});
}

function outsOf({ wishes, taken, given: addresses }: Bag): Bag {
  return { wishes, taken, given: addresses };
}
