// Facts about the fields of Octavia's objects.

import { z } from "zod";
import type { FieldFacts } from "../field-table";
import type { Json } from "../kind";
import { nearest } from "../nearest";
import { quoted } from "../quoted";
import type { OctaviaFeature } from "./versions";

/** Facts about a field of Octavia's API. */
export interface OctaviaFacts extends FieldFacts {
  /**
   * Value that the server sets if nothing is sent, unless its configuration says otherwise. Such a field counts as declared with the value
   * it had when the object was last seen.
   */
  readonly configured?: Json;
  /**
   * Value that brings the default back, if null does not.
   *
   * @unverified octavia/null-resets
   */
  readonly reset?: Json;
  /** Feature that a server must have to take the field: with any value, or with these values. */
  readonly since?: OctaviaFeature | { readonly [value: string]: OctaviaFeature };
  /** Values that the driver of OVN takes: none, or only these; absent: all that Octavia takes. */
  readonly ovn?: readonly string[];
  /** Objects of the API in the field. */
  readonly below?: TreePart;
}

/** The objects of a load balancer's tree. */
export type TreePart = "loadbalancer" | "listener" | "pool" | "member" | "healthmonitor" | "l7policy" | "rule";

const FACTS = new WeakMap<z.ZodType, OctaviaFacts>();

/** Facts about a field of a schema. */
export function factsOf(schema: z.ZodType): OctaviaFacts {
  return FACTS.get(schema) ?? {};
}

function withFacts<S extends z.ZodType>(schema: S, facts: OctaviaFacts): S {
  FACTS.set(schema, facts);
  return schema;
}

/** A field that may be left out. The API takes null for nothing everywhere, and so does the check before it calls the schema. */
export function field<S extends z.ZodType>(schema: S, facts: OctaviaFacts = {}) {
  return withFacts(schema.optional(), facts);
}

/** A field that must be there. */
export function required<S extends z.ZodType>(schema: S, facts: OctaviaFacts = {}): S {
  return withFacts(schema, facts);
}

/** An enumeration that programs compute as any text: its values are offered to them and not asked of them. */
export function computed(schema: z.ZodType<string, string>): z.ZodType<string, string> {
  return schema.meta({ computed: true });
}

/** The message for a value that is not what is expected; a value that is not there is missing, whatever was expected. */
const says = (expected: (shown: string) => string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? "is missing" : expected(shown(input))),
});

function shown(value: unknown): string {
  return quoted(value, 40);
}

export function text(max = 255) {
  return z.string(says(() => "a text is expected")).max(max, {
    error: ({ input }) => `has ${typeof input === "string" ? input.length : 0} characters, ${max} are allowed`,
  });
}

export function integer(min: number, max: number) {
  const bounds = says((value) => `is ${value}, an integer from ${min} to ${max} is expected`);
  return z.int(bounds).min(min, bounds).max(max, bounds);
}

export function flag() {
  return z.boolean(says((value) => `is ${value}, true or false is expected`));
}

export function oneOf<const V extends readonly string[]>(...values: V) {
  return z.enum(
    values,
    says((value) => `is ${value}, one of ${values.join(", ")} is expected`),
  );
}

export function oneNumberOf(...values: number[]): z.ZodType<number, number> {
  return z.literal(
    values,
    says((value) => `is ${value}, one of ${values.join(", ")} is expected`),
  );
}

export function list<S extends z.ZodType>(element: S, of: string) {
  return z.array(
    element,
    says(() => `a list of ${of} is expected`),
  );
}

export function texts() {
  return list(text(Number.POSITIVE_INFINITY), "texts");
}

/** An object of the API with exactly these fields. */
export function body<S extends z.core.$ZodLooseShape>(part: TreePart, shape: S) {
  const message = (issue: z.core.$ZodRawIssue) => {
    // a line for each field, as the check takes them apart
    if (issue.code !== "unrecognized_keys") return says(() => "an object is expected").error(issue);
    return issue.keys.map((field) => `a ${part} has no such field${meant(field, Object.keys(shape))}`).join("\n");
  };
  return z.strictObject(shape, { error: message });
}

/** A field that the given one is a slip of, or a part of, or that is a part of it. */
function meant(field: string, names: string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const [text, alike] = [plain(field), (one: string, other: string) => one.startsWith(other) || other.startsWith(one)];
  const match = nearest(field, names) ?? names.find((name) => name.length > 4 && alike(plain(name), text));
  return match ? `; is ${match} meant?` : "";
}

/** An object that the API validates only when it uses it. */
export function anyObject() {
  return z.record(
    z.string(),
    z.json(),
    says(() => "an object is expected"),
  );
}

/** A certificate of the same resource by the name it has in `secrets`, or a Barbican reference as it is. */
export type CertificateRef = string | { name: string };

export const certificate = z.custom<CertificateRef>(
  (value) =>
    typeof value === "string" || (typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"),
  "a Barbican reference or { name } is expected",
);

/** A pool of the same body by name. */
export interface PoolRef {
  name: string;
}

/** True for fields that hold a certificate, or several. */
export function holdsCertificates(name: string): boolean {
  return /_container_refs?$/.test(name);
}

export const port = () => integer(1, 65_535);
export const milliseconds = () => integer(0, 2_073_600_000);

/** Fields of every object. */
export const switched = {
  /** Switches the object on. Default true. */
  admin_state_up: field(flag(), { default: true, guarded: true, switch: { off: "disabled", on: "enabled" } }),
  /** Those of others on the server stay. */
  tags: field(texts(), { key: [], since: "tags", reviewed: true }),
};
export const named = { name: field(text(), { default: "", reviewed: true }), ...switched };
export const described = { ...named, description: field(text(), { default: "", reviewed: true }) };

/** Defaults of TLS; that of the ciphers changes from release to release. */
export const CONFIGURED = {
  ciphers: null,
  versions: ["TLSv1.2", "TLSv1.3"],
  alpn: ["h2", "http/1.1", "http/1.0"],
} as const satisfies { [field: string]: Json };

/** Versions of TLS, and protocols above it. */
export const tlsVersions = () => list(computed(oneOf("SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")), "versions of TLS");
export const alpn = () => list(computed(oneOf("h2", "http/1.1", "http/1.0")), "protocols");
