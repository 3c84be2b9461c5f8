import type { Bag, CheckFailure } from "../lifecycle/kind";
import { isObject } from "../lifecycle/sanitize";
import { isUnknown } from "../lifecycle/unknown";
import { refused } from "./object/check";
import type { Inputs } from "./object/inputs";

/**
 * Where an object is: neither Mizar nor Arktos ever moves it (mizar.md 2.3). What `network_user_input` says is no request but a
 * record: that the address turned out to be another one is no reason to make a Pod anew.
 */
export const PLACE = [
  /^metadata\.labels\.arktos\.futurewei\.com\/network$/,
  /^metadata\.annotations\.arktos\.futurewei\.com\/nic$/,
  /^metadata\.annotations\.mizar\.com(\/|$)/,
];

const PAIR = ["mizar.com/vpc", "mizar.com/subnet"];

/** Of both annotations Mizar wants none or both: with one alone it gives up. */
export function checkPlace({ name, waitFor }: Inputs, { metadata }: Bag, kind: string): CheckFailure[] {
  const failures: CheckFailure[] = [];
  if (waitFor !== undefined && !isUnknown(waitFor) && waitFor !== "endpoint" && waitFor !== "none")
    failures.push(refused("waitFor", "waitFor", `is ${waitFor}, one of endpoint, none is expected`));
  const annotations = isObject(metadata) && isObject(metadata.annotations) ? metadata.annotations : {};
  const given = PAIR.filter((annotation) => annotations[annotation] !== undefined);
  if (given.length === 1) {
    const other = PAIR.find((annotation) => annotation !== given[0]);
    const why = `${kind} ${name} has the annotation ${given[0]} without ${other}; Mizar gives up on that`;
    failures.push(refused("metadata", "metadata/annotations", why));
  }
  return failures;
}

/** `name-namespace-tenant` without its end where there is no tenant, as Mizar names what it makes for a Service. */
export function mizarName(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("-");
}
