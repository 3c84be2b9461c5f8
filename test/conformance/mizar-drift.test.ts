import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Drift, DriftClass, DriftReport } from "../../provider/lifecycle/drift";
import type { Resource } from "./lib/engine";
import type { Props } from "./lib/host";
import { nameIn, SAMPLES } from "./lib/mizar-samples";
import { created, mizarWorld, NONE, pathOf } from "./lib/mizar-world";

const folder = mkdtempSync(join(tmpdir(), "drift-"));
const file = join(folder, "drift.jsonl");
const world = mizarWorld({ K8S_LB_DRIFT: file });
afterAll(() => rmSync(folder, { recursive: true }));

/** Refreshes, and gives what was told. */
async function refreshed(resource: Resource): Promise<Drift[]> {
  writeFileSync(file, "");
  await resource.refresh();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => (JSON.parse(line) as DriftReport).drift);
}

const labels = (value: Props) => ({ metadata: { labels: value } });
const annotations = (value: Props) => ({ metadata: { annotations: value } });
const spec = (value: Props) => ({ spec: value });

type Change = readonly [what: string, patch: object | ((held: Props) => object), expected: DriftClass, field: string];

/** A merge patch replaces lists whole. */
const imaged = ({ containers }: Props) => (containers as Props[]).map((container) => ({ ...container, image: "other" }));

/** What somebody may do to any object. */
const METADATA: readonly Change[] = [
  ["a declared label", labels({ team: "b" }), "declared", "metadata.labels.team"],
  ["a declared label gone", labels({ team: null }), "declared", "metadata.labels.team"],
  ["a label of theirs", labels({ theirs: "yes" }), "other", "metadata.labels.theirs"],
  ["a declared annotation", annotations({ note: "two" }), "declared", "metadata.annotations.note"],
  ["a declared annotation gone", annotations({ note: null }), "declared", "metadata.annotations.note"],
  ["an annotation of theirs", annotations({ theirs: "yes" }), "other", "metadata.annotations.theirs"],
  ["the owner mark", annotations({ "pulumi-k8s-lb/owner": null }), "guarded", ""],
  ["our label", labels({ "app.kubernetes.io/managed-by": null }), "guarded", "metadata.labels"],
  ["our label, another's", labels({ "app.kubernetes.io/managed-by": "Helm" }), "guarded", "metadata.labels"],
  ["a finalizer", { metadata: { finalizers: ["example.com/wait"] } }, "other", "metadata.finalizers"],
];

/** By kind, what else. */
const SPEC: { readonly [kind: string]: readonly Change[] } = {
  Vpc: [
    ["dividers", spec({ dividers: 2 }), "declared", "spec.dividers"],
    ["a field of theirs", spec({ theirs: "yes" }), "other", "spec.theirs"],
    ["the vni", spec({ vni: "4711" }), "other", "spec.vni"],
  ],
  Subnet: [["the vni", spec({ vni: "4711" }), "other", "spec.vni"]],
  ArktosNetwork: [
    ["ipam", spec({ service: { ipam: "Kubernetes" } }), "declared", "spec.service.ipam"],
    ["ranges", spec({ service: { cidrs: ["10.11.0.0/16"] } }), "declared", "spec.service.cidrs["],
  ],
  PlacedPod: [["the image", ({ spec: held }) => spec({ containers: imaged(held as Props) }), "declared", "spec.containers[nginx].image"]],
  PlacedService: [
    ["the selector", spec({ selector: { app: "other" } }), "declared", "spec.selector.app"],
    ["affinity", spec({ sessionAffinity: "ClientIP" }), "guarded", "spec.sessionAffinity"],
    ["the type", spec({ type: "NodePort" }), "guarded", "spec.type"],
    ["addresses outside", spec({ externalIPs: ["192.0.2.1"] }), "guarded", "spec.externalIPs"],
    ["servers that are not ready", spec({ publishNotReadyAddresses: true }), "guarded", "spec.publishNotReadyAddresses"],
    ["servers of the node alone", spec({ internalTrafficPolicy: "Local" }), "guarded", "spec.internalTrafficPolicy"],
    [
      "the port of the servers",
      spec({ ports: [{ protocol: "TCP", port: 80, targetPort: 1 }] }),
      "declared",
      "spec.ports[80/TCP].targetPort",
    ],
    [
      "the name of a port",
      spec({ ports: [{ name: "by-hand", protocol: "TCP", port: 80, targetPort: 9376 }] }),
      "other",
      "spec.ports[80/TCP].name",
    ],
  ],
};

test.each(SAMPLES)(
  "$kind: what somebody changes by hand is found; declared and guarded fields are repaired, others are told once",
  async (sample) => {
    const inputs = await sample.make(world);
    const resource = await created(world, sample.kind, inputs);
    expect(await refreshed(resource)).toEqual([]);
    const at = pathOf(sample.object, nameIn(inputs));
    for (const [what, patch, expected, field] of [...METADATA, ...(SPEC[sample.kind] ?? [])]) {
      const before = await world.api("GET", at);
      await world.api("PATCH", at, typeof patch === "function" ? patch(before) : patch);
      const told = await refreshed(resource);
      expect(told, what).toContainEqual(expect.objectContaining({ class: expected, field: expect.stringMatching(startOf(field)) }));
      expect(await resource.preview(inputs), what).toEqual({ changes: expected !== "other", replaces: [] });
      await resource.up(inputs);
      const after = await world.api("GET", at);
      if (expected !== "other") expect(bodyOf(after), what).toEqual(bodyOf(before));
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
