import type { Json } from "../../../kinds/json";
import { compare } from "../../lifecycle/compare";
import type { Bag, Difference } from "../../lifecycle/kind";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { isUnknown } from "../../lifecycle/unknown";
import { fieldsOf } from "./inputs";
import { KUBERNETES_SHAPE } from "./shape";
import type { ObjectKind } from "./table";

/** What `delete` goes by: it knows only what the state holds. */
const FOR_DELETE = ["deleteTimeout", "forceFinalizerRemoval"] as const;

/** Compares what the program declares with what the state says the server holds. */
export function diff(kind: ObjectKind, olds: Bag, news: Bag): Difference {
  const changes: string[] = [];
  if (news.owner !== olds.owner || olds.foreign !== undefined) changes.push("owner");
  for (const key of FOR_DELETE) if ((news[key] || undefined) !== (olds[key] || undefined)) changes.push(key);
  const moved = identityChanges(olds, news);
  changes.push(...moved.map((field) => `metadata.${field}`));
  const differing = fieldChanges(kind, olds, news);
  changes.push(...differing);

  // a value that preview cannot know may well be the same: it shows as a change, never as a replacement
  const certain = fieldChanges(kind, olds, knownPart(news, olds) as Bag);
  const replacing = [
    ...moved.filter((field) => !isUnknown(isObject(news.metadata) ? news.metadata[field] : undefined)).map((field) => `metadata.${field}`),
    ...certain.filter((path) => kind.fixed.some((pattern) => pattern.test(path))),
    ...(shrinks(kind, olds, news) ? [`spec.${kind.count?.field}`] : []),
  ];
  const replaces = [...new Set(replacing.map((path) => path.slice(0, path.indexOf("."))))];
  return { changes, replaces };
}

function fieldChanges(kind: ObjectKind, olds: Bag, news: Bag): string[] {
  if (isUnknown(news.spec)) return ["spec"];
  if (isUnknown(news.metadata)) return ["metadata"];
  const wanted = fieldsOf(kind, news);
  const found = compare(KUBERNETES_SHAPE, wanted, fieldsOf(kind, olds), olds.imported === true ? { subset: true } : {});
  const { spec } = news;
  const staying = (kind.stays ?? []).filter((field) => isObject(spec) && !spec[field]).map((field) => `spec.${field}`);
  return found.filter((path) => !staying.includes(path));
}

/** Name, namespace and tenant: another one is another object. A tenant that is not named is the one the object is in. */
function identityChanges(olds: Bag, news: Bag): string[] {
  if (isUnknown(news.metadata)) return [];
  const [held, wanted] = [olds.metadata, news.metadata].map((metadata) => (isObject(metadata) ? metadata : {})) as [JsonObject, JsonObject];
  const differ = (field: string, otherwise: string) => (wanted[field] ?? otherwise) !== (held[field] ?? otherwise);
  return [
    ...(differ("name", "") ? ["name"] : []),
    ...(differ("namespace", "default") ? ["namespace"] : []),
    ...(wanted.tenant !== undefined && held.tenant !== undefined && wanted.tenant !== held.tenant ? ["tenant"] : []),
  ];
}

/** The operator scales some counts up only. What somebody else raised by hand is written back, which replaces nothing. */
function shrinks(kind: ObjectKind, olds: Bag, news: Bag): boolean {
  if (!kind.count || kind.count.shrinks) return false;
  const wanted = countOf(kind, news);
  return wanted !== undefined && typeof olds.counted === "number" && wanted < olds.counted;
}

/** The declared count; undefined when there is none. */
export function countOf({ count }: ObjectKind, bag: { readonly [key: string]: unknown }): number | undefined {
  const value = count && isObject(bag.spec) ? bag.spec[count.field] : undefined;
  if (value === undefined || value === null || value === "" || isUnknown(value)) return undefined;
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** With what the server holds in place of what nobody knows yet. */
function knownPart(wanted: Json | Bag | undefined, held: Json | Bag | undefined): Json | undefined {
  if (isUnknown(wanted)) return held as Json | undefined;
  if (Array.isArray(wanted)) return wanted.map((element, i) => knownPart(element, Array.isArray(held) ? held[i] : undefined) ?? null);
  if (!isObject(wanted)) return wanted as Json | undefined;
  const other: JsonObject = isObject(held) ? held : {};
  const entries = Object.entries(wanted).map(([key, value]) => [key, knownPart(value, other[key])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
