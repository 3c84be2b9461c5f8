import { LbError } from "../../../kinds/errors";
import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../../shared/json";
import type { Settings } from "../settings";

/** Lists of objects, by key: what kind they are of. */
export const LISTS = {
  vpcs: "Vpc",
  subnets: "Subnet",
  dividers: "Divider",
  bouncers: "Bouncer",
  endpoints: "Endpoint",
  networks: "Network",
  pods: "Pod",
  services: "Service",
} as const;

/** Settings that a state may carry, by key. */
const SETTINGS: readonly (keyof Settings)[] = [
  ...(["mode", "delayMs", "retryMs", "retryForMs", "provisionDelay", "stall", "defaultInterface", "kubelet"] as const),
  ...(["featureGates", "vpcRange", "networkTemplate", "dnsServiceClusterIP", "controllers"] as const),
];

/** Single objects, by key. */
export const SINGLES = { network: "Network", service: "Service", pod: "Pod" } as const;

const OTHERS = [
  ...Object.keys(SINGLES),
  ...["admissionPlugins", "droplets", "node", "tenant", "tenants", "namespaces", "objects", "computeProvider", "settings", "note"],
];

/** The state of a cluster in short form, as cases write it; see docs/mizar-sandbox.md. */
export type Given = JsonObject;

/** @throws LbError LB5050 for a key that is not known: a part of the state would be missing. */
export function checkGiven(given: Given): void {
  const known = [...Object.keys(LISTS), ...SETTINGS, ...OTHERS];
  const strange = Object.keys(given).find((key) => !known.includes(key));
  if (strange === undefined) return;
  throw new LbError({
    code: "LB5050",
    message: `A state to begin with has no '${strange}'`,
    remedy: `It has ${known.filter((key) => key !== "note").join(", ")}.`,
  });
}

/** How the operator is to behave in this state; it begins with nothing of its own. */
export function settingsGiven(given: Given): Partial<Settings> {
  const asked = SETTINGS.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]);
  return { defaults: false, droplets: [], ...(Object.fromEntries(asked) as Partial<Settings>) };
}

/** What the API server has switched on in this state: feature gates, and admission plugins that are off unless asked for. */
export function gatesGiven(given: Given): { [gate: string]: boolean } {
  const gates = Object.entries(asObject(given.featureGates)).map(([gate, on]): [string, boolean] => [gate, on === true]);
  const plugins = asArray(given.admissionPlugins).map((plugin): [string, boolean] => [text(plugin), true]);
  return Object.fromEntries([...gates, ...plugins]);
}

/** Entries of a list that are names or objects. */
export const entriesOf = (given: Given, key: string): JsonObject[] =>
  asArray(given[key]).map((entry) => (isObject(entry) ? entry : { name: entry as Json }));

/** What of an entry in short form belongs into its metadata; the rest is its spec. */
const SHORT_METADATA = ["name", "namespace", "tenant", "labels", "annotations", "deletionTimestamp", "finalizers"];

const fieldsOf = (entry: JsonObject, ofMetadata: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).filter(([field, value]) => value !== undefined && SHORT_METADATA.includes(field) === ofMetadata),
  );

/** An entry in short or long form: `{name, ip, prefix, status}` stands for the object with that spec. */
export function metadataOf(entry: JsonObject): { name: string; [field: string]: Json } {
  const metadata = isObject(entry.metadata) ? entry.metadata : fieldsOf(entry, true);
  return { ...metadata, name: text(metadata.name) };
}

/** The spec of an entry in either form. */
export function specOf(entry: JsonObject): JsonObject {
  if (isObject(entry.metadata) || isObject(entry.spec)) return asObject(entry.spec);
  return fieldsOf(entry, false);
}
