// Fields of Mizar that somebody changes by hand: each is repaired, or told and left alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Drift, DriftReport } from "../../provider/lifecycle/drift";
import type { Resource } from "./lib/engine";
import { PROCESS, type Props } from "./lib/host";
import { byHand } from "./lib/mizar-by-hand";
import { nameIn, SAMPLES } from "./lib/mizar-samples";
import { mizarWorld, pathOf } from "./lib/mizar-world";
import { created, NONE } from "./lib/world";

const folder = mkdtempSync(join(tmpdir(), "drift-"));
const file = join(folder, "drift.jsonl");
const world = mizarWorld({ K8S_LB_DRIFT: file }, {}, undefined, PROCESS);
afterAll(() => rmSync(folder, { recursive: true }));

/** Refreshes, and returns what was reported. */
async function refreshed(resource: Resource): Promise<Drift[]> {
  writeFileSync(file, "");
  await resource.refresh();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => (JSON.parse(line) as DriftReport).drift);
}

test.each(SAMPLES)(
  "$kind: what somebody changes by hand is found; declared and guarded fields are repaired, others are told once",
  async (sample) => {
    const inputs = await sample.make(world);
    const resource = await created(world, `mizar:${sample.kind}`, inputs);
    expect(await refreshed(resource)).toEqual([]);
    const at = pathOf(sample.object, nameIn(inputs));
    const namespace = await world.api("GET", "/api/v1/namespaces/default");
    for (const [what, patch, expected, field, replaces = []] of byHand(sample.kind)) {
      const before = await world.api("GET", at);
      await world.api("PATCH", at, typeof patch === "function" ? patch(before, namespace) : patch);
      const reported = await refreshed(resource);
      expect(reported, what).toContainEqual(expect.objectContaining({ class: expected, field: expect.stringMatching(startOf(field)) }));
      expect(await resource.preview(inputs), what).toEqual({ changes: expected !== "other", replaces });
      await resource.up(inputs);
      const after = await world.api("GET", at);
      if (expected !== "other" && replaces.length === 0) expect(bodyOf(after), what).toEqual(bodyOf(before));
      expect(await refreshed(resource), what).toEqual([]);
      expect(await resource.preview(inputs), what).toEqual(NONE);
      if (field === "metadata.finalizers") {
        await world.api("PATCH", at, { metadata: { finalizers: (before.metadata as Props).finalizers ?? null } });
        await refreshed(resource);
      }
    }
  },
);

/** The field itself; of a list, which ends in a bracket here, any element. */
function startOf(field: string): RegExp {
  const escaped = field.replace(/[.[\]/]/g, "\\$&");
  return new RegExp(`^${escaped}${field.endsWith("[") ? "" : "$"}`);
}

/** Without what every write changes. */
function bodyOf({ metadata, spec: body }: Props): Props {
  const { resourceVersion: _, generation: __, managedFields: ___, ...rest } = metadata as Props;
  const { "kopf.zalando.org/last-handled-configuration": ____, ...kept } = (rest.annotations ?? {}) as Props;
  return { metadata: { ...rest, annotations: kept }, spec: body } as Props;
}
