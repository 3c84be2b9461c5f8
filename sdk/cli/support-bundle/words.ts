// Words of this package and of the APIs that it reads. No user has chosen them, so a support bundle may have them.

import { constants } from "node:os";
import { z } from "zod";
import { BACK_ENDS, CODES } from "../../../provider";
import { KINDS } from "../../../resources";
import { AVI_TYPES } from "../../../resources/avi/body";
import { READERS } from "../../frontends";
import { FAMILIES } from "../../kubernetes/kinds";
import { SPEC_CODES } from "../../specs";
import { CONTROLLERS } from "../../specs/annotated-controllers";
import { TARGETS } from "../../targets";
import { TOOL_CHECKS } from "../doctor/checks";
import type { Field } from "./fields";
import type { Names } from "./names";

const words = (text: string): string[] => text.split(" ");

/** Codes with their titles: the messages of errors without any value. */
export const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SPEC_CODES).map(([code, { title }]) => [code, title] as const),
  ...Object.entries(CODES).map(([code, { meaning }]) => [code, meaning] as const),
]);

const DOCTORS = Object.values(BACK_ENDS).map(({ doctor }) => doctor);

/** Names of all checks of the doctor. Listing them runs none. */
const CHECKS: readonly string[] = [
  ...Object.values(TOOL_CHECKS),
  ...DOCTORS.flatMap(({ checks }) => checks({ get: () => undefined }, () => []).map(([name]) => name)),
];

/** Types of resources, of objects in APIs, and kinds of specs: they stand before names. */
const KIND_WORDS: ReadonlySet<string> = new Set([
  ...[...KINDS.map(({ type }) => type), ...Object.keys(AVI_TYPES), ...READERS.map(({ kind }) => kind)],
  ...Object.values(FAMILIES).flatMap((sources) => sources.map(({ kind }) => kind)),
  ...words("loadbalancers floatingips secrets networks vpcs subnets pods services stores virtualHosts gateways"),
  ...words("CustomResourceDefinition File Document Settings"),
]);

const WORDS: ReadonlySet<string> = new Set([
  ...[...KIND_WORDS, ...READERS.flatMap(({ apiVersions }) => apiVersions), "apps/v1", ...Object.keys(TARGETS)],
  ...[...TITLES.keys(), ...TITLES.values(), ...Object.values(SPEC_CODES).map(({ remedy }) => remedy)],
  ...DOCTORS.flatMap(({ name, variables }) => [name, ...Object.values(variables).flat()]),
  ...["stack configuration", "stack configuration, secret", "default", "configured, secret", "program, at the last `pulumi up`", "tools"],
  ...[...CHECKS, ...words("ok failed none advice error warning notice")],
  ...words("setting place address certificate servers kept added removed changed moves stays interrupted unknown"),
  ...words("begin note event stream outage write status failure pending held drift health run output history leader"),
  ...words("warn info debug modified deleted open expired broken preview up refresh succeeded in-progress down disabled"),
  ...words("create update delete replace"),
]);

/** A word of the formats. Any other text is a digest, with names kept too. */
export const word: Field = (value, names) => (typeof value !== "string" ? undefined : WORDS.has(value) ? value : names.text(value));

/** Annotations of controllers, without those that stand for many. */
const ANNOTATIONS = CONTROLLERS.flatMap(({ controller: _, prefixes, ...lists }) => {
  const annotations = JSON.stringify(lists).match(/[\w*./-]+(?=")/g) ?? [];
  return prefixes.flatMap((prefix) => annotations.map((one) => prefix + one)).filter((one) => !one.includes("*"));
});

/** Fields of all kinds that are read, those of workloads too, which are in no schema; and annotations. */
const FIELDS = new Set([
  ...words("apiVersion kind metadata name namespace labels annotations spec status type template containers readinessProbe httpGet"),
  ...[...ANNOTATIONS, "kubernetes.io/ingress.class"],
]);
const seen = new Set<unknown>();
for (const { schema } of READERS) addFields(schema);

function addFields(schema: unknown): void {
  if (!(schema instanceof z.core.$ZodType) || seen.has(schema)) return;
  seen.add(schema);
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  for (const key of Object.keys(shape)) FIELDS.add(key);
  const inner = schema instanceof z.ZodLazy ? [schema.unwrap()] : [...Object.values(shape), ...Object.values(schema._zod.def).flat()];
  inner.forEach(addFields);
}

/** A JSON pointer of names of fields and numbers of elements. `*` takes the place of keys that users choose. */
export const pointer: Field = (value) =>
  typeof value === "string"
    ? value
        .split("/")
        .map((part) => (/^(?:\d{1,4}|-|)$/.test(part) || FIELDS.has(part.replaceAll("~1", "/").replaceAll("~0", "~")) ? part : "*"))
        .join("/")
    : undefined;

/** A place in the words of plans: a URL, a redirect, an object, the port of a Service. Words and numbers stay, names are names. */
export const place: Field = (value, names) => (typeof value === "string" ? placeWithoutNames(value, names) : undefined);

function placeWithoutNames(text: string, names: Names): string {
  const [, scheme, host = "", port = "", path = ""] = /^(https?|tls|tcp|udp):\/\/([^/:\s]+)(:\d{1,5})?(\/.*)?$/s.exec(text) ?? [];
  if (scheme) return `${scheme}://${names.of(host)}${port}${path.length > 1 ? `/${names.of(path).replace(/^\//, "")}` : path}`;
  if (/^redirect \d{3} to https?$/.test(text)) return text;
  const [, kind = "", rest = ""] = /^(\S+) (.+)$/s.exec(text) ?? [];
  // resources have one name, which may hold a slash
  if (kind === "host" || (/:|^[a-z]/.test(kind) && KIND_WORDS.has(kind))) return `${kind} ${names.of(rest)}`;
  const [start, ref] = KIND_WORDS.has(kind) ? [`${kind} `, rest] : ["", text];
  const [, object = ref, end = ""] = /^([^\s:]+)(:\d{1,5}| (?:TCP|UDP|SCTP) \d{1,5})$/.exec(ref) ?? [];
  const parts = object.split("/").map((part) => names.of(part));
  return `${start}${parts.join("/")}${end}`;
}

/** Codes of the operating system, of names and of TLS. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...[...Object.keys(constants.errno), "ENOTFOUND", "EAI_AGAIN", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"],
]);

/** A message: the code with its title, the status of HTTP and the code of the system that are in it. Its text is left out. */
export const failure: Field = (value) => {
  if (typeof value !== "string" || value === "") return undefined;
  const codeWords = value.slice(0, 100_000).match(/\b[A-Z]\w{2,50}/g) ?? [];
  const code = codeWords.find((one) => TITLES.has(one));
  const system = codeWords.find((one) => SYSTEM.has(one));
  const [, status] = /\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?|answer(?:ed|s))[ :]+([1-5]\d\d)\b/i.exec(value) ?? [];
  const title = code && TITLES.get(code);
  return { ...(title ? { code, title } : {}), ...(status ? { status: Number(status) } : {}), ...(system ? { system } : {}) };
};
