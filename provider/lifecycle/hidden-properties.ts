// Converts properties of the engine into inputs of a handler, and its results back: hidden properties, packed lists.

import { IDENTITY, identityIn, identityTextIn } from "../../resources/identity";
import type { Json } from "../../resources/kind";
import { packed, unpacked } from "../../resources/packed";
import { packedPaths } from "../../resources/secret-fields";
import { hasUnknown, type Properties, sanitize, UNKNOWN } from "./bodies/json";
import type { ResourceHandler } from "./handler";

/** Keys that are the machinery's: never declared by a user, never compared. */
const HIDDEN = ["__provider", IDENTITY, "__within", "__component", "__preflight"];

/** Inputs that count for one run: a later destroy that found `adopt` in the state would delete an object of another owner. */
const ONE_RUN_INPUTS = ["adopt"];

/** True for the inputs that one of our components has planned. */
export function isPlanned(properties: Properties): boolean {
  return identityIn(properties).specs !== undefined;
}

/** The inputs, with their long lists in full. */
export const inputsIn = (properties: Properties): Properties => withoutHidden(unpacked(properties ?? {}));

/** The properties of a state, without the inputs of the run that wrote it. */
export const stateIn = (properties: Properties): Properties => withoutKeys(inputsIn(properties), ONE_RUN_INPUTS);

export const withoutHidden = (properties: Properties): Properties => withoutKeys(properties, HIDDEN);

function withoutKeys(properties: Properties, keys: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.includes(key)));
}

/** The properties of a component's resource with long lists packed. */
export function withPackedLists<P extends Properties>({ fields = {} }: Pick<ResourceHandler, "fields">, properties: P): P {
  if (!isPlanned(properties)) return properties;
  return packed(properties, packedPaths({ fields }, properties), (list) => (hasUnknown(list as Json[]) ? UNKNOWN : undefined));
}

/** Results for the state, with the hidden inputs that `read` and `delete` need; the host puts `__provider` back. */
export function withHidden(outs: Properties, properties: Properties): Properties {
  return sanitize({ ...stateIn(outs), [IDENTITY]: identityTextIn(properties), __within: properties.__within });
}
