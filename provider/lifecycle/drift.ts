// Drift: what differs from the state, how it is reported, and how the state remembers it.

import { appendFileSync } from "node:fs";
import type { FieldPath } from "../../resources/field-table";
import { identityIn } from "../../resources/identity";
import { isObject, type Properties } from "./bodies/json";
import { stable } from "./bodies/shape";
import { byHand, takenOver } from "./messages/drift-messages";
import { type Origin, originIn } from "./messages/origin";
import { type FoundObject, type Ownership, shownMark } from "./ownership";

/**
 * Class of a difference (docs/preview.md#drift). `declared`: the program declares it, and the next update repairs it. `guarded`: it decides whether
 * traffic flows and no program declares it, so it counts as declared with its default. `other`: left alone and reported.
 */
export type DriftClass = "declared" | "guarded" | "other";

/** One thing that is not as it was left. */
export interface Drift {
  readonly class: DriftClass;
  /** The object on the server: `Pool c1--web`. */
  readonly object: string;
  /** The part of the resource it concerns, by the name that the words of its specs know it by. */
  readonly part?: string;
  /** Place in the object, e.g. `servers[10.0.0.7:80].enabled`; "" for the object itself. */
  readonly field: string;
  /** For people, and never with a secret: "server 10.0.0.7 disabled by hand". */
  readonly what: string;
}

/** Drift that a refresh records in the state, under the key {@link DRIFTED}, until it is repaired. */
export interface Drifted {
  /** The properties that the server holds otherwise, as they were declared: the values in their place in the state are the server's. */
  declared: Properties;
  /** Lines already reported: another refresh does not repeat them. */
  told: string[];
  /** The drift in words, for the summary of the run that repairs it. */
  what: string[];
}

/** Hidden from the pictures of the engine by its first two characters. */
export const DRIFTED = "__drifted";

/** Drift that an earlier refresh recorded. */
export function driftedIn(state: Properties): Drifted {
  const { declared, told, what }: Properties = isObject(state[DRIFTED]) ? state[DRIFTED] : {};
  const texts = (list: Properties[string]) => (Array.isArray(list) ? list.map(String) : []);
  return { declared: isObject(declared) ? declared : {}, told: texts(told), what: texts(what) };
}

/** State of a resource whose last run failed, until one ends well: what it lacks may never have been there. Hidden as {@link DRIFTED} is. */
export const UNDONE = "__undone";

/** Fields that no program declares, as the last look found them: what a failed run has written is none of them. */
const LAST_LOOK = "__others";

/** Outputs of a read that stay as they were until a run ends well. */
export const undoneOutputs = (state: Properties): Properties =>
  state[UNDONE] ? { [UNDONE]: state[UNDONE], [LAST_LOOK]: state[LAST_LOOK] } : {};

/** Differences of a resource whose last run failed, in one line: the state cannot tell what the run left from what somebody changed since. */
export function undoneDrift(drift: readonly Drift[]): Drift[] {
  const [first] = drift;
  if (!first) return [];
  const differences = drift.length === 1 ? "1 difference" : `${drift.length} differences`;
  const what = `${differences}: the last run failed before it was done, and the next \`pulumi up\` goes on`;
  return [{ class: "declared", object: first.object, ...(first.part === undefined ? {} : { part: first.part }), field: "", what }];
}

/** Fields of a property that are or hold a secret; undefined if all of it is secret. */
function secretFieldsOf(property: string, secrets: readonly FieldPath[]): string[] | undefined {
  const fields = secrets.filter(([first]) => first === property).map(([, field]) => field);
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** The state as it would be if no one had changed anything: it shows what drifts in every refresh, and not in the first alone. */
export function asDeclared(state: Properties, { declared }: Drifted, secrets: readonly FieldPath[]): Properties {
  const restored = Object.entries(declared).map(([property, value]) => {
    const stateValue = state[property];
    if (!isObject(value) || !isObject(stateValue)) return [property, value] as const;
    const hidden = secretFieldsOf(property, secrets)?.filter((field) => field in stateValue) ?? [];
    return [property, { ...value, ...Object.fromEntries(hidden.map((field) => [field, stateValue[field]])) }] as const;
  });
  return { ...state, ...Object.fromEntries(restored) };
}

/** Drift for the next refresh; undefined if nothing drifts. Secrets stay where the engine encrypts them. */
export function driftedFrom(
  before: Properties,
  live: Properties,
  drift: readonly Drift[],
  secrets: readonly FieldPath[],
): Properties[string] {
  const changed = Object.entries(before).filter(([property, value]) => stable(value ?? null) !== stable(live[property] ?? null));
  const lasting = drift.filter((one) => one.class !== "other");
  if (changed.length === 0 && lasting.length === 0) return undefined;
  const declared = changed.flatMap(([property, value]) => {
    const hidden = secretFieldsOf(property, secrets);
    if (hidden?.length === 0) return [[property, value ?? null] as const];
    if (!hidden || !isObject(value)) return [];
    return [[property, Object.fromEntries(Object.entries(value).filter(([field]) => !hidden.includes(field)))] as const];
  });
  return { declared: Object.fromEntries(declared), told: lasting.map(idOf), what: lasting.map(({ what }) => what) };
}

/** Drift of owner marks: without our mark others may take the object over, and with their mark it is no longer ours. */
export function driftOfMarks(objects: readonly FoundObject[], { owner }: Pick<Ownership, "owner">): Drift[] {
  return objects.flatMap(({ object, marks, name, kept }): Drift[] => {
    if (owner === "" || kept || marks.includes(owner)) return [];
    const what = marks.length === 0 ? byHand(`owner mark of ${object}`, "taken off") : takenOver(object, marks.map(shownMark));
    return [{ class: "guarded", object, ...(name === undefined ? {} : { part: name }), field: "", what }];
  });
}

/** `Service shop/web port 80/TCP: server 10.0.0.7 disabled by hand` */
function sentenceOf(drift: Drift, origin: Origin): string {
  return `${subjectOf(drift, origin)}: ${drift.what}`;
}

function subjectOf({ object, part }: Drift, { specs, parts }: Origin): string {
  return (part !== undefined && parts[part]) || specs || object;
}

const idOf = ({ object, field, what }: Drift): string => `${object} ${field} ${what}`;

/** A resource that somebody rewrote as a whole is not worth a page of lines. */
const SHOWN = 5;

/**
 * Reports what a read found: on the resource's row what no earlier refresh reported, and all of it to the file that `k8s-lb drift` names in
 * the environment.
 */
export function driftReporter(
  properties: Properties,
  notice: (text: string) => void,
): (drift: readonly Drift[], reported?: readonly string[]) => void {
  return (drift, reported = []) => {
    const origin = originIn(properties);
    report(properties, origin, drift);
    const sentences = [...new Set(drift.filter((one) => !reported.includes(idOf(one))).map((one) => sentenceOf(one, origin)))];
    for (const sentence of sentences.slice(0, SHOWN)) notice(sentence);
    if (sentences.length > SHOWN) notice(`and ${sentences.length - SHOWN} more differences, listed by \`k8s-lb drift\``);
  };
}

/** The environment variable in which `k8s-lb drift` names a file. */
export const DRIFT_FILE = "K8S_LB_DRIFT";

/** One line of that file: a resource that was read. */
export interface DriftReport {
  urn: string;
  drift: (Drift & { subject: string })[];
}

function report(properties: Properties, origin: Origin, drifts: readonly Drift[]): void {
  const file = process.env[DRIFT_FILE];
  if (!file) return;
  const drift = drifts.map((one) => ({ ...one, subject: subjectOf(one, origin) }));
  const line: DriftReport = { urn: identityIn(properties).urn, drift };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
