// Building blocks of the settings of all targets, and their parser.

import { z } from "zod";
import type { Diagnostic, ObjectRef, Severity } from "../resources/diagnostic";
import { nearest } from "../resources/nearest";
import { isPlainRange } from "../resources/plain-addresses";
import { isSecretField, quoted } from "../resources/quoted";
import { diagnose, expectationText, pointer, type SpecCode } from "./specs";

/** A boolean, or `"true"` / `"false"`. */
export const flag = (initial: boolean) =>
  z
    .union(
      [
        z.boolean(),
        z
          .string()
          .toLowerCase()
          .pipe(z.enum(["true", "false"]))
          .transform((value) => value === "true"),
      ],
      "must be true or false",
    )
    .default(initial);

/** A list, or a comma-separated string. */
export const list = z
  .union([
    z.array(z.string()),
    z.string().transform((value) =>
      value
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ])
  .default([]);

/** A whole number, or the text of one. */
export const wholeNumber = (initial: number, least = 0) =>
  z
    .union([z.number(), z.string().trim().transform(Number)])
    .pipe(z.number(`must be a whole number, at least ${least}`).int().min(least))
    .default(initial);

/** One of these words, in any case of letters. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess(
    (value: W[number]): unknown =>
      typeof value === "string" ? (words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value) : value,
    z.enum(words),
  );

/** Something with a dotted version in front, such as `22.1.2`. */
export const version = (pattern: RegExp, example: string) =>
  z.string(`must be a version in quotes, such as "${example}"`).regex(pattern, `must be a version such as "${example}"`);

/** Something else than a text, or the JSON text of it, as AKO's ConfigMap has it. */
export const orJson = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S> | string): unknown => {
    if (typeof value !== "string") return value;
    try {
      return value.trim() ? JSON.parse(value) : undefined;
    } catch {
      return value;
    }
  }, schema);

/** A range of addresses such as 10.96.0.0/12; empty for none. */
export const cidr = z
  .string()
  .refine((value) => value === "" || isPlainRange(value), "must be a range of addresses such as 10.96.0.0/12")
  .default("");

/** The settings of every target that reads IngressRoute and the Contour Route CRD. */
export const CONTOUR_SETTINGS = {
  contourIngressClass: z
    .string()
    .default("contour")
    .describe("Class of IngressRoutes and Contour Routes that are handled; those without a class are handled too."),
  rootNamespaces: list.describe("Namespaces in which root IngressRoutes are allowed; empty: all."),
  disablePermitInsecure: flag(false).describe("Redirect clear text of TLS hosts even if a route permits it."),
};

/** A host as a claim has it. */
const claimedHost = z
  .string()
  .regex(/^(\*|(\*\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?)$/i, "must be a host name, *.DOMAIN for every name below, or *");

const hostClaim = z
  .strictObject({
    hosts: z.array(claimedHost).min(1),
    namespaces: z.array(z.string().min(1)).optional(),
    namespaceLabels: z.record(z.string(), z.string()).optional(),
  })
  .refine(
    ({ namespaces, namespaceLabels }) => namespaces?.length || Object.keys(namespaceLabels ?? {}).length,
    "must name namespaces or namespaceLabels",
  );

/** Claims of hosts, or their JSON text. */
const claimList = orJson(z.array(hostClaim).default([])).default([]);

/** The settings of every target that writes routes to a load balancer. */
export const ROUTE_SETTINGS = {
  ...CONTOUR_SETTINGS,
  claims: claimList.describe(
    'Who may serve which host: `[{hosts: ["*.team-a.example.com"], namespaces: ["team-a"]}]`, or this list as JSON text. `namespaceLabels` names namespaces by their labels. A rule of another namespace for such a host is refused (LB1221).',
  ),
  claimsOnly: flag(false).describe("Refuse rules for hosts that nobody claims, and for every host."),
  lostRestrictions: oneOf(["warn", "refuse"])
    .default("warn")
    .describe(
      "Objects whose annotations or fields restrict clients in a way that is not applied here: `warn` serves them to everybody, with a warning; `refuse` leaves them out.",
    ),
  unknownServers: oneOf(["warn", "refuse"])
    .default("warn")
    .describe(
      "New paths that take requests from others, of Services whose Endpoints are not among the specs: `warn` adds them with empty pools and a warning; `refuse` stops the run (LB2017).",
    ),
  endpoints: oneOf(["now", "later"])
    .default("now")
    .describe(
      "`later`: a running `k8s-lb watch` fills new pools, so that files without Endpoints stop no run that replaces a backend. `now`: such a run is refused (LB2017).",
    ),
};

/** The settings of every target whose health monitors can ask what makes Pods ready. */
export const READINESS_SETTINGS = {
  healthMonitor: oneOf(["default", "readiness"])
    .default("default")
    .describe(
      "`readiness`: health monitors ask what the readinessProbe of the Pods asks, where the specs have their workloads and no annotation or rule says otherwise (docs/health.md#health-monitors-and-probes).",
    ),
  readWorkloads: flag(false).describe(
    "Read Deployments, StatefulSets and DaemonSets from live clusters too, to compare health monitors with their readinessProbes; needs the right to list them. Those of files are always read.",
  ),
};

/** True where the specs are asked to have workloads. */
export const readsWorkloads = ({ healthMonitor, readWorkloads }: { healthMonitor: string; readWorkloads: boolean }): boolean =>
  readWorkloads || healthMonitor === "readiness";

/** Treatment of pools that start without servers, as an inventory has it. */
export const unknownServersOf = ({
  endpoints,
  unknownServers,
}: {
  endpoints: string;
  unknownServers: string;
}): { unknownServers?: "refuse" | "later" } =>
  endpoints === "later" ? { unknownServers: "later" } : unknownServers === "refuse" ? { unknownServers: "refuse" } : {};

/** Keys that belong to another part of the settings file and are no mistake here. */
const FOREIGN = Object.keys({ ...ROUTE_SETTINGS, ...READINESS_SETTINGS });

/** Settings of another program that a target does not support: the message for each, by key or by `key: value`. */
export type UnsupportedSettings = Readonly<Record<string, string>>;

/** Object of diagnostics about settings. */
export const settingsOf = (target: string): ObjectRef => ({ apiVersion: "", kind: "Settings", namespace: "", name: target });

/**
 * Checks settings key by key. A wrong one is an error (LB1305) and leaves its default, an unknown one a warning (LB1304); an empty
 * text is an absent one.
 *
 * @param unsupported what the program has whose settings these are, and we have not (LB1309)
 */
export function parseSettings<S extends z.ZodObject>(
  schema: S,
  target: string,
  input: Readonly<Record<string, unknown>>,
  unsupported: UnsupportedSettings = {},
): { settings: z.output<S>; diagnostics: Diagnostic[] } {
  const about = settingsOf(target);
  const diagnostics: Diagnostic[] = [];
  const values: Record<string, unknown> = {};
  const say = (code: SpecCode, key: string, message: string, extra: { remedy?: string; severity?: Severity } = {}) =>
    diagnostics.push(diagnose(code, about, pointer(key), `the setting ${key} ${message}`, extra));
  for (const [key, value] of Object.entries(input)) {
    const fieldSchema: z.ZodType | undefined = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    if (!fieldSchema && Object.hasOwn(unsupported, key))
      say("LB1309", key, `is AKO's and is not supported: ${unsupported[key]}`, neutral(value));
    else if (!fieldSchema && !FOREIGN.includes(key)) {
      const meant = nearest(key, Object.keys(schema.shape));
      say("LB1304", key, "is unknown and is ignored", meant ? { remedy: `Did you mean ${meant}?` } : {});
    }
    if (!fieldSchema || value === undefined || value === null || value === "") continue;
    const parsed = fieldSchema.safeParse(value);
    if (parsed.success) {
      values[key] = value;
      continue;
    }
    const word = typeof value === "string" ? `${key}: ${value.toUpperCase()}` : "";
    if (Object.hasOwn(unsupported, word))
      say("LB1309", key, `is ${value}, which AKO has and is not supported: ${unsupported[word]}`, { severity: "error" });
    else say("LB1305", key, wrong(parsed.error.issues, key, value));
  }
  return { settings: schema.parse(values), diagnostics };
}

/** A setting that is not what it must be: its default would be another thing than what was meant. */
export const isWrongSetting = ({ severity, object }: Diagnostic): boolean => severity === "error" && object.kind === "Settings";

const NONE: readonly unknown[] = [undefined, null, "", false, "false", "default"];

/** A key that only repeats its default is a notice. */
function neutral(value: unknown): { severity?: Severity } {
  const isNone = (part: unknown): boolean =>
    typeof part === "object" && part !== null ? Object.values(part).every(isNone) : NONE.includes(part);
  return isNone(value) ? { severity: "notice" } : {};
}

function wrong([issue]: readonly z.core.$ZodIssue[], key: string, value: unknown): string {
  const { field, wish } = issue ? expectationText(issue, [key]) : { field: key, wish: "cannot be used" };
  const got = isSecretField([key]) ? "" : `, got ${quoted(value, 80)}`;
  return `${field === key ? "" : `has a wrong ${field}: it `}${wish}${got}`;
}
