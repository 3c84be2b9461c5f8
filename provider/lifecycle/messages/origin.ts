// The specs that a resource represents, in messages.

import { identityIn } from "../../../resources/identity";
import { isObject, type Properties } from "../bodies/json";

/** The specs a resource represents, in the words of Kubernetes. */
export interface Origin {
  /** `Service shop/web`, `Ingress shop/web, path /cart`; "" for a resource that a program declares itself. */
  readonly specs: string;
  /** Specs of its parts, by the name of the part on the server. */
  readonly parts: { readonly [name: string]: string };
}

/** Number of specs that are named before the rest is counted. */
const NAMED = 3;

/**
 * Specs in the identity of a resource: a list or, if its parts have specs of their own, `{ of: [...], parts: { "c1--shop-80": "Service
 * shop/web port 80/TCP" } }`. `more` counts specs that are left out to keep the state small.
 */
export function originIn(properties: Properties): Origin {
  const { specs } = identityIn(properties);
  const { of, more = 0, parts }: { [word: string]: unknown } = isObject(specs) ? specs : { of: specs };
  const named = Array.isArray(of) ? of.map(String) : [];
  const unnamed = Math.max(0, named.length - NAMED) + (typeof more === "number" ? more : 0);
  const texts = Object.entries(isObject(parts) ? parts : {}).map(([name, text]) => [name, String(text)]);
  return { specs: `${named.slice(0, NAMED).join(", ")}${unnamed > 0 ? ` and ${unnamed} more` : ""}`, parts: Object.fromEntries(texts) };
}
