// Fields of Avi that somebody changes by hand, declared or left out: each is repaired, or told and left alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/lifecycle/bodies/json";
import type { Drift, DriftReport } from "../../provider/lifecycle/drift";
import { OBJECT_KINDS } from "../../resources/avi";
import { type AviType, describe as describeAvi } from "../../resources/avi/body";
import { FIELDS } from "../../resources/avi/fields";
import { bodiesIn } from "../../resources/avi/kind";
import { factAt, fieldsWith } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { modelOf } from "../../sandbox/avi/schema";
import { type FieldByHand, fieldsByHand } from "./lib/avi-schema";
import { world } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import { PROCESS, type Props } from "./lib/host";
import { type AviSample, prepareSamples, SAMPLES } from "./lib/samples";

const folder = mkdtempSync(join(tmpdir(), "drift-"));
const file = join(folder, "drift.jsonl");
// The release of the controller whose fields the schemas tell all.
const started = world({ adapter: PROCESS, env: { K8S_LB_DRIFT: file, AVI_VERSION: "30.2.1" }, version: "30.2.1" });
beforeAll(prepareSamples);
afterAll(() => rmSync(folder, { recursive: true }));

const NONE = { changes: false, replaces: [] };

/** Refreshes, and returns what was reported. */
async function refreshed(resource: Resource): Promise<Drift[]> {
  writeFileSync(file, "");
  await resource.refresh();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => (JSON.parse(line) as DriftReport).drift);
}

/** One object of a resource on the controller. */
interface HeldField {
  type: AviType;
  name: string;
  declared: JsonObject;
}

function objectsOf(sample: AviSample): HeldField[] {
  const slots = OBJECT_KINDS.find(({ type }) => type === sample.kind)?.slots ?? [];
  return slots.flatMap((slot) => bodiesIn(slot, sample.inputs()).map((declared) => ({ type: slot.type, name: declared.name, declared })));
}

const held = ({ type, name }: HeldField): JsonObject => started.avi.store.get(type, name) as JsonObject;

/** A reference to an object that somebody made by hand. */
function reference(type: string): string {
  const { store } = started.avi;
  const uuid = `${type}-by-hand`;
  if (modelOf(type) && !store.get(type, uuid)) {
    const { tenant_ref, cloud_ref } = store.list(type)[0] ?? {};
    const scope = { ...(tenant_ref === undefined ? {} : { tenant_ref }), ...(cloud_ref === undefined ? {} : { cloud_ref }) };
    store.put(type, { ...scope, name: "by-hand", uuid });
  }
  return `/api/${type}/${uuid}`;
}

function put(root: JsonObject, path: FieldByHand["path"], value: Json): void {
  const holder = valueAt(root, path.slice(0, -1)) as { [key: string]: Json };
  holder[String(path.at(-1))] = value;
}

function valueAt(root: Json, path: FieldByHand["path"]): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => (value as { [key: string]: Json } | undefined)?.[step], root);
}

/** Class of a field in docs/preview.md#drift. */
function classOf({ type, declared }: HeldField, { path, field, identity }: FieldByHand): Drift["class"] {
  if (identity) return "declared";
  const isWhole = (step: string | number) => factAt(FIELDS[type], [String(step)], "whole") === true;
  if (valueAt(declared, path) !== undefined || path.some(isWhole)) {
    const undeclared = valueAt(declared, path) === undefined && valueAt(declared, path.slice(0, -1)) !== undefined;
    if (!undeclared || isWhole(path.at(-1) ?? "")) return "declared";
  }
  return FIELDS[type][field]?.guarded ? "guarded" : "other";
}

/** One run of changes: all fields that can be distinguished in it. */
const RUNS = {
  "every field": (field: FieldByHand) => !field.identity,
  "what tells elements apart": (field: FieldByHand) => field.identity,
};

const seen = { declared: new Set<string>(), guarded: new Set<string>(), other: new Set<string>() };

/** As the samples, with what they do not declare: a monitor over TLS, rules for all hosts, a rule of layer 4 for some clients that does nothing. */
const VARIANTS: readonly AviSample[] = SAMPLES.flatMap((sample): AviSample[] => {
  const other = (inputs: Props): Props => {
    const { healthMonitor, policies, policySet } = structuredClone(inputs) as {
      healthMonitor?: JsonObject;
      policies?: JsonObject[];
      policySet?: JsonObject;
    };
    if (policySet) {
      const client_ip = { match_criteria: "IS_IN", addrs: [{ addr: "10.0.0.9", type: "V4" }] };
      const rules = [{ index: 0, name: "some clients", match: { client_ip } }];
      return { ...inputs, policySet: { ...policySet, l4_connection_policy: { rules } } };
    }
    if (healthMonitor) {
      const { http_monitor: https_monitor = {}, ...rest } = healthMonitor;
      return { ...inputs, healthMonitor: { ...rest, type: "HEALTH_MONITOR_HTTPS", https_monitor } };
    }
    const text = JSON.stringify(policies ?? []).replaceAll(/"host_hdr":\{[^}]*\},/g, "");
    return { ...inputs, policies: JSON.parse(text) as JsonObject[] };
  };
  return sample.kind === "avi:Pool" ||
    (sample.kind === "avi:L4VS" && sample.objects === 3) ||
    (sample.kind === "avi:SniVS" && sample.objects === 8)
    ? [{ ...sample, inputs: () => other(sample.inputs()) }]
    : [];
});

describe.each([...SAMPLES, ...VARIANTS])("$kind", (sample) => {
  test.each(Object.entries(RUNS))("%s that is changed by hand is told in its class, and repaired where it counts", async (_, takes) => {
    await sample.prepare?.(started);
    const resource = new Resource(started.host, sample.kind);
    await resource.up(sample.inputs());
    expect(await refreshed(resource)).toEqual([]);
    const objects = objectsOf(sample);
    expect(objects.length).toBe(sample.objects);
    const work = objects.map((object) => ({ object, before: structuredClone(held(object)), fields: [] as FieldByHand[] }));
    for (const one of work) {
      one.fields = fieldsByHand(one.object.type, one.before, reference).filter(takes);
      const changed = structuredClone(one.before);
      for (const { path, value } of one.fields) put(changed, path, value);
      started.avi.store.patch(one.object.type, one.object.name, changed);
    }

    const reported = await refreshed(resource);
    const wrong: string[] = [];
    for (const { object, fields } of work) {
      const own = reported.filter((drift) => drift.object === describeAvi(object.type, object.name));
      for (const field of fields) {
        const expected = classOf(object, field);
        seen[expected].add(`${object.type}.${field.field}`);
        const messages = own.filter((drift) => covers(drift.field.replaceAll(/\[[^\]]*\]/g, ""), field.field)).map((drift) => drift.class);
        if (!messages.includes(expected))
          wrong.push(`${object.type} ${field.field} is ${expected}, told as ${messages.join() || "nothing"}`);
      }
    }
    expect(wrong).toEqual([]);

    await resource.up(sample.inputs());
    for (const { object, before, fields } of work) {
      for (const field of fields) {
        const now = valueAt(held(object), field.path);
        if (classOf(object, field) === "other" && holds(now, field.value)) continue;
        // the rule of the sample takes every path, as none would
        if (now === undefined && field.field.startsWith("vh_matches.rules.")) continue;
        const goal = classOf(object, field) === "other" ? field.value : valueAt(before, field.path);
        if (JSON.stringify(now) !== JSON.stringify(goal))
          wrong.push(`${object.type} ${field.field}: ${JSON.stringify(now)} instead of ${JSON.stringify(goal)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await refreshed(resource)).toEqual([]);
    expect(await resource.preview(sample.inputs())).toEqual(NONE);
  });
});

/** True if the value that was set is still there; the controller adds defaults and spells references out. */
function holds(now: Json | undefined, set: Json): boolean {
  if (typeof set === "string" && set.startsWith("/api/")) return typeof now === "string" && now.includes(set);
  if (typeof set !== "object" || set === null) return now === set;
  return Object.entries(set).every(([key, value]) => holds((now as { [key: string]: Json } | undefined)?.[key], value));
}

/** The whole of a message or list counts for its fields, and they for it. */
function covers(reported: string, changed: string): boolean {
  return reported === changed || reported.startsWith(`${changed}.`) || changed.startsWith(`${reported}.`);
}

/** Types and fields that the objects of our kinds do not have, or that only older controllers know. */
function isAbsent(type: string, field: string): boolean {
  const ofKinds = OBJECT_KINDS.some(({ slots }) => slots.some((slot) => slot.type === type));
  return !ofKinds || modelOf(type)?.message.properties[field]?.["x-only-until"] !== undefined;
}

test("that are more than 150 fields, and every guarded field of every type is among them", () => {
  const reported = [...seen.guarded, ...seen.declared];
  const guarded = Object.entries(FIELDS).flatMap(([type, table]) =>
    fieldsWith(table, "guarded").flatMap((field) => (isAbsent(type, field) ? [] : [`${type}.${field}`])),
  );
  expect(guarded.filter((field) => !reported.includes(field))).toEqual([]);
  expect(seen.declared.size).toBeGreaterThan(50);
  expect(seen.other.size).toBeGreaterThan(150);
});
