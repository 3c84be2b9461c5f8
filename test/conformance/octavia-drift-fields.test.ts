import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FIELDS } from "../../kinds/octavia/tree";
import type { JsonObject } from "../../provider/lifecycle/json";
import { type Beside, classOf, type HandledObject, handledObjects, sampleOf } from "./lib/octavia-by-hand";
import { type OctaviaCloud, octaviaCloud } from "./lib/octavia-cloud";
import { NONE } from "./lib/octavia-world";

let cloud: OctaviaCloud;
let beside: Beside;
beforeAll(async () => {
  cloud = await octaviaCloud();
  beside = await cloud.beside();
}, 60_000);
afterAll(() => cloud?.stop());

let changed = 0;

afterEach(() => cloud.clear());

describe.each([
  ["declared", true],
  ["left out", false],
])("fields that are %s", (_how, all) => {
  test("are found when somebody changes them by hand, and repaired or told", async () => {
    const inputs = sampleOf(beside, all);
    const resource = await cloud.resource(inputs);
    expect(await cloud.refreshed(resource)).toEqual([]);
    const wrong: string[] = [];
    for (const { title, part, body, changes } of handledObjects(inputs, beside)) {
      for (const [field, change] of Object.entries(changes)) {
        changed++;
        const before = await cloud.snapshot();
        const original = await cloud.byHand(title, field === "tags" ? (held) => tagged(held, body) : () => change);
        const after = await cloud.snapshot();
        const expected = classOf(part, field, body);
        const told = await cloud.refreshed(resource);
        const found = told.find(
          (drift) => drift.field === field || drift.field.endsWith(`.${field}`) || drift.field.startsWith(`${field}`),
        );
        const preview = await resource.preview(inputs);
        const at = `${title} ${field}`;
        const said = `${found?.class ?? "nothing"} (${told.map((drift) => `${drift.class} ${drift.field}: ${drift.what}`).join("; ")})`;
        const structural =
          (field === "name" && (part === "pool" || part === "l7policy")) ||
          (part === "rule" && !["admin_state_up", "tags"].includes(field));
        if (structural ? told.length === 0 : found?.class !== expected) wrong.push(`${at}: ${expected}, told ${said}`);
        if (preview.changes !== (expected !== "other")) wrong.push(`${at}: preview ${JSON.stringify(preview)}`);
        await resource.up(inputs);
        const repaired = await cloud.snapshot();
        if (expected === "other") {
          if (repaired !== after) wrong.push(`${at}: not left alone`);
          if ((await cloud.refreshed(resource)).length > 0) wrong.push(`${at}: told twice`);
          await cloud.byHand(title, () => original);
          await cloud.refreshed(resource);
        } else if (withoutTheirs(repaired) !== before) wrong.push(`${at}: not repaired: ${difference(before, repaired)}`);
        if (field === "tags" || field === "insert_headers") {
          await cloud.byHand(title, () => original);
          await cloud.refreshed(resource);
        }
        const again = await cloud.refreshed(resource);
        if (again.length > 0) wrong.push(`${at}: still ${JSON.stringify(again)}`);
        const quiet = await resource.preview(inputs);
        if (quiet.changes) wrong.push(`${at}: preview not empty`);
        if (wrong.length > 20) throw new Error(wrong.join("\n"));
      }
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
  const [left, right] = [one, other].map((text) => text.split("\n")) as [string[], string[]];
  return [...left.filter((line) => !right.includes(line)), ...right.filter((line) => !left.includes(line))].join("\n");
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
