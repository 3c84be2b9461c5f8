// The identity of a resource in its inputs: its URN and the specs it represents.

import { compressed } from "./compressed";
import { jsonOr } from "./hidden";
import { textIn } from "./json";
import { DYNAMIC } from "./resource-type";

/** Specs that a resource is made of, in words; those of its parts by the name of the part; `more` counts those left out to keep the state small. */
export type SpecWords = readonly string[] | { of: readonly string[]; more?: number; parts?: { [name: string]: string } };

/** Knowledge of a resource about itself, which the host of dynamic providers does not give to it. */
export interface Identity {
  /** Empty where it is not known: during an import. */
  readonly urn: string;
  /** {@link SpecWords}; undefined for a resource that a program declares itself. */
  readonly specs?: unknown;
}

/**
 * Name of the hidden property that holds it, in inputs and outputs: `read` and `delete` get nothing but the outputs. It is one text, because
 * the engine's time follows the number of values.
 */
export const IDENTITY = "__origin";

/** The text of an identity; that of a bundle has the specs of all its parts. */
export const identityText = (urn: string, specs?: unknown): string =>
  compressed(JSON.stringify([shortUrn(urn), ...(specs === undefined ? [] : [specs])]));

/** The text of the identity in inputs or outputs; undefined where there is none. */
export function identityTextIn(properties: { readonly [property: string]: unknown }): string | undefined {
  const { urn, specs } = identityIn(properties);
  return urn === "" && specs === undefined ? undefined : identityText(urn, specs);
}

/**
 * Properties with the URN in their identity, as the kinds read them. The state of a resource of the plugin has only the words of the specs there:
 * the engine tells the plugin the URN with each call, and a state has it beside the properties.
 */
export const withUrn = <P extends { readonly [property: string]: unknown }>(urn: string, properties: P): P => ({
  ...properties,
  [IDENTITY]: identityText(urn, identityIn(properties).specs),
});

/** The identity in inputs or outputs. */
export function identityIn(properties: { readonly [property: string]: unknown }): Identity {
  const read = jsonOr(properties[IDENTITY], []);
  const [urn, specs]: unknown[] = Array.isArray(read) ? read : [];
  return { urn: longUrn(textIn(urn)), specs };
}

const SCHEME = "urn:pulumi:";
const SHORT_TYPE = "~";

/** `dev::shop::k8s-lb:avi:KubernetesCluster$~avi:Pool::web`: the URN without what the URNs of all our resources have in common. */
function shortUrn(urn: string): string {
  const [before = "", ...after] = urn.split(DYNAMIC);
  if (after.length === 0 || !before.startsWith(SCHEME) || before.includes(SHORT_TYPE)) return urn;
  return `${before.slice(SCHEME.length)}${SHORT_TYPE}${after.join(DYNAMIC)}`;
}

function longUrn(text: string): string {
  const at = text.indexOf(SHORT_TYPE);
  if (at < 0 || text.startsWith("urn:")) return text;
  return `${SCHEME}${text.slice(0, at)}${DYNAMIC}${text.slice(at + SHORT_TYPE.length)}`;
}
