import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DriftReport } from "../../../../provider/lifecycle/drift";
import { driftCommand } from "../../../../sdk/cli/drift/drift";
import { UsageError } from "../../../../sdk/cli/grammar";

let folder: string;
let messages: { out: string; err: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drift-cli-"));
  messages = { out: "", err: "" };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    messages.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    messages.err += String(text);
    return true;
  });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
});

/** A `pulumi` with one selected stack that writes what providers would report, and says how it was called. */
function pulumi(reports: readonly DriftReport[], failure = ""): void {
  const lines = reports.map((report) => JSON.stringify(report)).join("\n");
  writeFileSync(join(folder, "reports"), lines === "" ? "" : `${lines}\n`);
  const refresh = failure ? `echo '${failure}' >&2; exit 255` : `cat ${folder}/reports >> "$K8S_LB_DRIFT"; echo "$@" > ${folder}/args`;
  const script = `case "$1" in version) echo v3.200.0;; stack) echo '[{"name":"dev","current":true}]';; config) echo '{}';; *) ${refresh};; esac`;
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
}

async function run(...args: string[]): Promise<number> {
  await driftCommand().parseAsync(args, { from: "user" });
  return Number(process.exitCode);
}

const REPORTS: DriftReport[] = [
  {
    urn: "urn:pool",
    drift: [
      {
        class: "other",
        object: "Pool web",
        field: "description",
        what: "description of Pool web set by hand",
        subject: "Service shop/web",
      },
      {
        class: "guarded",
        object: "Pool web",
        field: "servers[10.0.0.7:80].enabled",
        what: "server 10.0.0.7 disabled by hand",
        subject: "Ingress shop/web, path /cart",
      },
    ],
  },
  { urn: "urn:vs", drift: [] },
];

describe("k8s-lb drift", () => {
  it("says what differs in the words of the specs, and what becomes of it", async () => {
    pulumi(REPORTS);
    expect(await run("-C", folder, "--stack", "prod")).toBe(0);
    expect(messages.out).toBe(
      [
        "CLASS    SPEC                          DETAIL",
        "guarded  Ingress shop/web, path /cart  server 10.0.0.7 disabled by hand",
        "other    Service shop/web              description of Pool web set by hand",
        "",
        "1 goes back with the next `pulumi refresh` and `pulumi up`; 1 stays: no program declares it. 2 resources were read.",
        "",
      ].join("\n"),
    );
  });

  it("ends with 1 only when asked to and something differs", async () => {
    pulumi(REPORTS);
    expect(await run("-C", folder, "--exit-code")).toBe(1);
    pulumi([{ urn: "urn:vs", drift: [] }]);
    expect(await run("-C", folder, "--exit-code")).toBe(0);
    expect(messages.out).toContain("No drift. 1 resource was read.\n");
  });

  it("gives scripts the object, the field and the resource", async () => {
    pulumi(REPORTS);
    await run("-C", folder, "-o", "json");
    const { drift, resources, schemaVersion } = JSON.parse(messages.out);
    expect([schemaVersion, resources, drift.length]).toEqual([1, 2, 2]);
    expect(drift[0]).toEqual({
      class: "guarded",
      spec: "Ingress shop/web, path /cart",
      what: "server 10.0.0.7 disabled by hand",
      object: "Pool web",
      field: "servers[10.0.0.7:80].enabled",
      resource: "urn:pool",
    });
  });

  it.each([
    ["error: no Pulumi.yaml project file found", 2],
    ["error: no stack named x found", 2],
    ["error: [409] the stack is locked", 3],
  ])("hands on what Pulumi says, and no more: %s", async (failure, code) => {
    pulumi([], failure);
    await expect(run("-C", folder)).rejects.toMatchObject({
      message: failure.replace("error: ", ""),
      constructor: code === 2 ? UsageError : Error,
    });
    expect(messages.out).toBe("");
  });

  it("does not call a stack clean of which nothing was read", async () => {
    pulumi([]);
    expect(await run("-C", folder)).toBe(0);
    expect(messages.err).toMatch(/^note: nothing to compare/);
  });

  it("takes a folder that is not there for wrong usage", async () => {
    pulumi([]);
    await expect(run("-C", join(folder, "nowhere"))).rejects.toThrow(UsageError);
  });

  it("names the stack that is selected, or the one that is asked for, and selects none", async () => {
    pulumi(REPORTS);
    for (const [args, name] of [
      [[], "dev"],
      [["-s", "prod"], "prod"],
    ] as const) {
      await run("-C", folder, ...args);
      expect(readFileSync(join(folder, "args"), "utf8")).toMatch(new RegExp(`^refresh --preview-only .*--stack ${name}`));
    }
  });
});
