// The changes that an adoption would make to a load balancer.

import type { Json } from "../../../resources/kind";
import type { FieldChange } from "../../lifecycle/adoption";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { Step } from "../plan/step";
import { listenerKey, texts } from "../tree/compare";
import { isAnyMark, isNonceTag, ORPHANED_TAG } from "../tree/marks";
import type { NormalTree } from "../tree/normal";

/** The calls of a plan as changed fields of a load balancer, without owner marks. */
export function changesOf(steps: readonly Step[], tree: NormalTree): FieldChange[] {
  return steps.flatMap((step): FieldChange[] => {
    const place = stepLocation(step);
    if (step.method === "POST") return [{ field: step.makes ?? place, to: "new" }];
    if (step.method === "DELETE") return [{ field: place, from: "there" }];
    const live = heldAt(tree, place);
    return Object.entries(fieldsOf(step)).flatMap(([key, value]): FieldChange[] => {
      const from = live?.[key];
      if (key === "tags" && sameTexts(withoutMarks(from), withoutMarks(value))) return [];
      return [
        { field: place === "loadbalancer" ? key : `${place}.${key}`, ...(from === undefined || from === null ? {} : { from }), to: value },
      ];
    });
  });
}

/** A body is under the name of its type: `{ "pool": { ... } }`; the list of a batch does not. */
function fieldsOf({ body = {} }: Step): JsonObject {
  const [only, ...more] = Object.values(body);
  return more.length === 0 && isObject(only) ? only : body;
}

/** `/pools/{pools%2Fweb}/members` is about `pools/web/members`. */
function stepLocation({ path, what }: Step): string {
  const [, place, rest = ""] = /\{([^{}]+)\}(.*)$/.exec(path) ?? [];
  return place === undefined ? what : decodeURIComponent(place) + rest;
}

function heldAt(tree: NormalTree, place: string): JsonObject | undefined {
  const [kind, key] = [place.slice(0, place.indexOf("/")), place.slice(place.indexOf("/") + 1)];
  if (place === "loadbalancer") return tree;
  if (kind === "listeners") return tree.listeners.find((listener) => listenerKey(listener) === key);
  const pool = kind === "pools" ? tree.pools.find(({ name }) => name === key) : undefined;
  return isObject(pool) ? pool : undefined;
}

const withoutMarks = (tags: Json | undefined): string[] =>
  texts(tags).filter((tag) => !isAnyMark(tag) && !isNonceTag(tag) && tag !== ORPHANED_TAG);

const sameTexts = (words: readonly string[], otherWords: readonly string[]) =>
  words.length === otherWords.length && words.every((text) => otherWords.includes(text));
