// Every field of Octavia that somebody can change by hand, declared or left out: repaired, or told and left alone.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { Drift, DriftClass } from "../../../provider/lifecycle/drift";
import { FIELDS } from "../../../resources/octavia/tree";
import { type Beside, classOf, type HandledObject, handledObjects, sampleOf } from "../lib/octavia-by-hand";
import { type OpenStackUnderTest, octaviaCloud } from "../lib/octavia-cloud";
import { NONE } from "../lib/world";

let cloud: OpenStackUnderTest;
let beside: Beside;
beforeAll(async () => {
  cloud = await octaviaCloud();
  beside = await cloud.beside();
}, 60_000);
afterAll(() => cloud?.stop());

let changed = 0;

afterEach(() => cloud.clear());

/** One field of one object, and what somebody puts there. */
interface ChangeByHand extends Pick<HandledObject, "title" | "part" | "body"> {
  field: string;
  change: JsonObject;
  expected: DriftClass;
  /** The server then shows another object. */
  structural: boolean;
}

/** Changes that are made together: of each object one that counts alike; what tells objects apart, orders them or excludes another goes alone. */
function roundsOf(objects: readonly HandledObject[]): ChangeByHand[][] {
  const rounds: ChangeByHand[][] = [];
  for (const { title, part, body, changes } of objects) {
    const used = { declared: 0, guarded: 0, other: 0 };
    for (const [field, change] of Object.entries(changes)) {
      const structural =
        (field === "name" && (part === "pool" || part === "l7policy")) || (part === "rule" && !["admin_state_up", "tags"].includes(field));
      const expected = classOf(part, field, body);
      const one = { title, part, body, field, change, expected, structural };
      if (structural || field === "position" || field === "vip_sg_ids") rounds.unshift([one]);
      else {
        const alike = rounds.filter(([first]) => first?.expected === expected && isTogether(first));
        const round = alike[used[expected]++];
        if (round) round.push(one);
        else rounds.push([one]);
      }
    }
  }
  return rounds;
}

const isTogether = ({ structural, field }: ChangeByHand) => !structural && field !== "position" && field !== "vip_sg_ids";

/** Object and field in which drift of a part is reported. */
const TOLD: { readonly [P in HandledObject["part"]]?: readonly [object: string, at: string] } = {
  loadbalancer: ["LoadBalancer shop", ""],
  member: ["Pool web", "members["],
  rule: ["L7Policy to-pool", "rules["],
};

function isAbout({ title, part, field }: ChangeByHand, reported: Drift): boolean {
  const [, name] = title.split(" ");
  const kinds = { listener: "Listener", pool: "Pool", healthmonitor: "Pool", l7policy: "L7Policy" } as const;
  const [object, at] = TOLD[part] ?? [`${kinds[part as keyof typeof kinds]} ${name}`, part === "healthmonitor" ? "healthmonitor." : ""];
  if (reported.object !== object || !reported.field.startsWith(at)) return false;
  return at === ""
    ? reported.field === field || reported.field.startsWith(`${field}.`) || reported.field.startsWith(`${field}[`)
    : reported.field.endsWith(`.${field}`);
}

describe.each([
  ["declared", true],
  ["left out", false],
])("fields that are %s", (_how, all) => {
  test("are found when somebody changes them by hand, and repaired or told", async () => {
    const inputs = sampleOf(beside, all);
    const resource = await cloud.resource(inputs);
    expect(await cloud.refreshed(resource)).toEqual([]);
    const wrong: string[] = [];
    for (const round of roundsOf(handledObjects(inputs, beside))) {
      changed += round.length;
      const before = await cloud.snapshot();
      const originals: { one: ChangeByHand; original: JsonObject }[] = [];
      for (const one of round) {
        const original = await cloud.byHand(one.title, one.field === "tags" ? (held) => tagged(held, one.body) : () => one.change);
        originals.push({ one, original });
      }
      /** Somebody takes it back. */
      const undo = async (undone: typeof originals) => {
        for (const { one, original } of undone) await cloud.byHand(one.title, () => original);
        if (undone.length > 0) await cloud.refreshed(resource);
      };
      const after = await cloud.snapshot();
      const reported = await cloud.refreshed(resource);
      const messages = reported.map((drift) => `${drift.class} ${drift.object} ${drift.field}: ${drift.what}`).join("; ");
      for (const one of round) {
        const found = reported.find((drift) => isAbout(one, drift));
        if (one.structural ? reported.length === 0 : found?.class !== one.expected)
          wrong.push(`${one.title} ${one.field}: ${one.expected}, told ${found?.class ?? "nothing"} (${messages})`);
      }
      const at = round.map(({ title, field }) => `${title} ${field}`).join(", ");
      const isOther = round.every(({ expected }) => expected === "other");
      const preview = await resource.preview(inputs);
      if (preview.changes === isOther) wrong.push(`${at}: preview ${JSON.stringify(preview)}`);
      await resource.up(inputs);
      const repaired = await cloud.snapshot();
      if (isOther) {
        if (repaired !== after) wrong.push(`${at}: not left alone`);
        if ((await cloud.refreshed(resource)).length > 0) wrong.push(`${at}: told twice`);
        await undo(originals);
      } else {
        if (withoutTheirs(repaired) !== before) wrong.push(`${at}: not repaired: ${difference(before, repaired)}`);
        await undo(originals.filter(({ one }) => ["tags", "insert_headers"].includes(one.field)));
      }
      const again = await cloud.refreshed(resource);
      if (again.length > 0) wrong.push(`${at}: still ${JSON.stringify(again)}`);
      const quiet = await resource.preview(inputs);
      if (quiet.changes) wrong.push(`${at}: preview not empty`);
      if (wrong.length > 20) throw new Error(wrong.join("\n"));
    }
    expect(wrong).toEqual([]);
    await resource.destroy();
  }, 300_000);
});

/** Tags and headers of others stay. */
function withoutTheirs(text: string): string {
  return text.replaceAll('"X-Forwarded-Port":"true",', "").replaceAll(',"\\"theirs\\""', "").replaceAll('"\\"theirs\\"",', "");
}

/** The lines that only one of two texts has. */
function difference(one: string, other: string): string {
  const [remaining, right] = [one, other].map((text) => text.split("\n")) as [string[], string[]];
  return [...remaining.filter((line) => !right.includes(line)), ...right.filter((line) => !remaining.includes(line))].join("\n");
}

/** One of ours away, where there is one, and one of somebody else. */
function tagged({ tags }: JsonObject, { tags: declared }: JsonObject): JsonObject {
  const held = Array.isArray(tags) ? tags : [];
  return { tags: [...held.filter((tag) => !(Array.isArray(declared) && declared.includes(tag))), "theirs"] };
}

test("they are at least 150, and all that the API knows of what we make", () => {
  expect(changed).toBeGreaterThanOrEqual(150);
  const handled = handledObjects(sampleOf(beside, true), beside);
  const missing = Object.entries(FIELDS).flatMap(([part, fields]) => {
    const seen = new Set(handled.filter((one) => one.part === part).flatMap(({ changes }) => Object.keys(changes)));
    return Object.entries(fields).flatMap(([field, { fixed, below }]) => (fixed || below || seen.has(field) ? [] : [`${part} ${field}`]));
  });
  expect(missing).toEqual([]);
});

test.each(Object.keys(FIELDS) as HandledObject["part"][])("what is fixed on a %s nobody changes by hand", async (part) => {
  const inputs = sampleOf(beside, true);
  const resource = await cloud.resource(inputs);
  const object = handledObjects(inputs, beside).find((one) => one.part === part);
  for (const [field, { fixed }] of Object.entries(FIELDS[part])) {
    if (fixed)
      await expect(
        cloud.byHand(object?.title ?? "", () => ({ [field]: "x" })),
        field,
      ).rejects.toThrow(/400|Unknown attribute|Invalid input/);
  }
  expect(await resource.preview(inputs)).toEqual(NONE);
  await resource.destroy();
});
