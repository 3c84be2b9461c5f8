import { type AviType, parseReference } from "../../resources/avi/body";
import { isRecord, listIn } from "../../resources/json";
import type { RuleOwner } from "../table/routing-table";

/** A body or a part of one, as the API has it. */
export type Body = { readonly [field: string]: unknown };

/** Bodies by API type, of a plan or of a controller. */
export type AviBodies = { readonly [type in AviType]?: readonly Body[] };

/** Meaning of objects in words of the specs, which no body has. */
export interface AviNames {
  /** The Service and port behind a pool, `default/web:80`. */
  service?(pool: string): string | undefined;
  /** True for a pool whose servers the specs do not tell: it keeps those that it has. */
  preserved?(pool: string): boolean;
  /** The rules of specs behind an API object, `pool/c1--web`, or a rule of one, `httppolicyset/SET RULE`, for one host. */
  owners?(object: string, host: string): readonly RuleOwner[];
  /** Others publish the names of hosts in DNS. */
  namesElsewhere?: boolean | undefined;
  /** Name of the purpose of an address for its clients; default `hosts`. */
  group?(vsVip: string): string | undefined;
}

/** Finds bodies by their references. */
export interface Lookup {
  readonly names: AviNames;
  all(type: AviType): readonly Body[];
  /** The body of a reference by name, or of a name. */
  at(type: AviType, reference: unknown): Body | undefined;
  /** The same as a list of at most one. */
  found(type: AviType, reference: unknown): Body[];
}

export function lookupOf(bodies: AviBodies, names: AviNames): Lookup {
  const byType = new Map<string, ReadonlyMap<string, Body>>();
  for (const [type, list = []] of Object.entries(bodies)) byType.set(type, new Map(list.map((body) => [textIn(body.name), body])));
  const at = (type: AviType, reference: unknown) => byType.get(type)?.get(referencedName(reference));
  return { names, all: (type) => bodies[type] ?? [], at, found: (type, reference) => [at(type, reference) ?? []].flat() };
}

/** The form of nearly all references: nothing in the name is encoded. */
const PLAIN = /^\/api\/[a-z0-9]+\?name=([^&#%+]+)$/;

/** The name in a reference; a text that is none is a name. */
export function referencedName(reference: unknown): string {
  const text = textIn(reference);
  if (!text.includes("/api/")) return text;
  return PLAIN.exec(text)?.[1] ?? parseReference(text)?.name ?? text;
}

export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
export const textsIn = (value: unknown): string[] => listIn(value).filter((one) => typeof one === "string");
export const recordsIn = (value: unknown): Body[] => listIn(value).filter(isRecord);
export const recordIn = (value: unknown): Body => (isRecord(value) ? value : {});
export const numbersIn = (value: unknown): number[] => listIn(value).map(Number);

/** Lists with an index, in its order. */
export const byIndex = (list: readonly Body[]): Body[] => [...list].sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));

/** The text between the quotes of a script. */
export const unquoted = (text: string): string => text.replace(/\\(.)/g, "$1");
