import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifestFiles } from "../../../sdk/specs/manifests";
import { TARGETS, type TargetName } from "../../../sdk/targets";

// `k8s-lb validate` of an example ended with an error about a Service that the example has without Endpoints.

const root = join(__dirname, "../../../examples");
const folders = readdirSync(root).filter((name) => existsSync(join(root, name, "manifests")));

/** Target of an example, and the settings that decide where its servers come from. */
const MEANT: { [name: string]: { to: TargetName; settings?: Record<string, unknown> } } = {
  gateway: { to: "octavia" },
  mizar: { to: "mizar" },
  octavia: { to: "octavia", settings: { naming: "occm" } },
  "octavia-kuryr": { to: "octavia" },
};

describe("the manifests of an example", () => {
  it.each(folders)("lack no Endpoints: %s", (name) => {
    const given = ["manifests", "responders.yaml"].filter((file) => existsSync(join(root, name, file)));
    const { objects, diagnostics } = readManifestFiles(given, join(root, name));
    expect(objects.length).toBeGreaterThan(0);
    const { to, settings = {} } = MEANT[name] ?? { to: "avi" };
    const plan = TARGETS[to].translate(TARGETS[to].read(objects, diagnostics), { settings });
    const found = [...plan.diagnostics, ...plan.statuses.flatMap((status) => status.diagnostics)];
    expect(found.filter(({ code }) => code === "LB1112").map(({ message }) => message)).toEqual([]);
  });
});
