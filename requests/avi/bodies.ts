// Bodies of Avi objects and typed access to their fields and references.

import { type AviType, parseReference } from "../../resources/avi/body";
import { isRecord, listIn, textIn } from "../../resources/json";
import type { RuleOwner } from "../table/routing-table";

/** A body, or a part of one, as the API returns it. */
export type Body = { readonly [field: string]: unknown };

/** Bodies by API type, of a plan or of a controller. */
export type AviBodies = { readonly [type in AviType]?: readonly Body[] };

/** Meanings of objects in the specs, which bodies do not contain. */
export interface AviNames {
  /** Service and port of a pool, `default/web:80`. */
  service?(pool: string): string | undefined;
  /** True for a pool whose servers the specs do not give: it preserves its servers. */
  preserved?(pool: string): boolean;
  /** Rules of specs that an API object serves for one host: `pool/c1--web`, or `httppolicyset/SET RULE` for one rule. */
  owners?(object: string, host: string): readonly RuleOwner[];
  /** Another system publishes the host names in DNS. */
  namesElsewhere?: boolean | undefined;
  /** Address group of a VIP; default `hosts`. */
  group?(vsVip: string): string | undefined;
  /** Adds parts that only pictures show: the pool of each part, and ports of SCTP. */
  inFull?: true;
}

/** Finds bodies by their references. */
export interface Lookup {
  readonly names: AviNames;
  all(type: AviType): readonly Body[];
  /** The body that a reference or a name leads to. */
  at(type: AviType, reference: unknown): Body | undefined;
  /** Same as `at`, as a list of at most one. */
  found(type: AviType, reference: unknown): Body[];
}

export function lookupOf(bodies: AviBodies, names: AviNames): Lookup {
  const byType = new Map<string, ReadonlyMap<string, Body>>();
  for (const [type, list = []] of Object.entries(bodies)) byType.set(type, new Map(list.map((body) => [textIn(body.name), body])));
  const at = (type: AviType, reference: unknown) => byType.get(type)?.get(referencedName(reference));
  return { names, all: (type) => bodies[type] ?? [], at, found: (type, reference) => [at(type, reference) ?? []].flat() };
}

/** Nearly all references have this form: nothing in the name is encoded. */
const PLAIN = /^\/api\/[a-z0-9]+\?name=([^&#%+]+)$/;

/** The name in a reference; a text without a reference is a name. */
export function referencedName(reference: unknown): string {
  const text = textIn(reference);
  if (!text.includes("/api/")) return text;
  return PLAIN.exec(text)?.[1] ?? parseReference(text)?.name ?? text;
}

export const textsIn = (value: unknown): string[] => listIn(value).filter((one) => typeof one === "string");
export const recordsIn = (value: unknown): Body[] => listIn(value).filter(isRecord);
export const recordIn = (value: unknown): Body => (isRecord(value) ? value : {});
export const numbersIn = (value: unknown): number[] => listIn(value).map(Number);

/** Entries with an index, sorted by it. */
export const byIndex = (list: readonly Body[]): Body[] => [...list].sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));

/** Text between the quotes of a script. */
export const unquoted = (text: string): string => text.replace(/\\(.)/g, "$1");
