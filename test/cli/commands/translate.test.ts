import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { k8sLbCall } from "../../support/cli-call";
import { endpoints, ingress, secret, service } from "../../support/manifests";

// The command as another program runs it: exit codes, stdout and stderr.

let folder: string;
const web = [service("web", [80], "LoadBalancer"), endpoints("web", ["10.0.0.1"], 8080)];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-translate-"));
  const write = (name: string, objects: unknown[]) =>
    writeFileSync(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  write("web.yaml", web);
  write("reversed.yaml", [...web].reverse());
  write("secret.yaml", [
    service("web", [80]),
    secret("s", "CERT", "hidden-key"),
    ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web" }], tls: [{ hosts: ["a.com"], secretName: "s" }] }),
  ]);
  write("faulty.yaml", [
    { apiVersion: "v1", kind: "Service", metadata: { name: "bad" }, spec: { type: "LoadBalancer", ports: [{ port: "eighty" }] } },
  ]);
  writeFileSync(join(folder, "broken.yaml"), "a: [\n");
  writeFileSync(join(folder, "settings.yaml"), "clusterName: c1\nshardSize: LARGE\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], input?: string) => k8sLbCall(["translate", ...args], { cwd: folder, input });

describe("k8s-lb translate", () => {
  it("prints one JSON document with sorted keys, the same for any order of the input", async () => {
    const { code, stdout } = await run(["-f", "web.yaml", "--to", "avi", "-o", "json"]);
    const document = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(Object.keys(document)).toEqual(["objects", "owners", "schemaVersion", "statuses", "target"]);
    expect(document.owners["virtualservice/cluster--default-web"]).toEqual(["Service/default/web"]);
    expect(document.statuses).toMatchObject([
      { apiVersion: "v1", kind: "Service", namespace: "default", name: "web", state: "ready", description: "", diagnostics: [] },
    ]);
    expect((await run(["-f", "reversed.yaml", "--to", "avi"])).stdout).toBe(stdout);
  });

  it("reads standard input, folders and globs, and prints YAML and tables", async () => {
    expect(JSON.parse((await run(["-f", "-", "--to", "avi"], JSON.stringify(web[0]))).stdout).objects.virtualservice).toHaveLength(1);
    expect(parse((await run(["-f", "we?.yaml", "--to", "avi", "-o", "yaml"])).stdout).target).toBe("avi");
    expect((await run(["-f", "web.yaml", "--to", "avi", "-o", "table"])).stdout).toMatch(
      /virtualservice +cluster--default-web +Service\/default\/web/,
    );
  });

  it("prints private keys only with --show-secrets", async () => {
    expect((await run(["-f", "secret.yaml", "--to", "avi"])).stdout).not.toContain("hidden-key");
    expect((await run(["-f", "secret.yaml", "--to", "avi", "--show-secrets"])).stdout).toContain("hidden-key");
  });

  it("exits with 0 for faulty objects, 1 with --exit-code, 2 for what it cannot read", async () => {
    const faulty = await run(["-f", "faulty.yaml", "--to", "avi"]);
    expect(faulty.code).toBe(0);
    expect(JSON.parse(faulty.stdout).statuses[0]).toMatchObject({
      state: "rejected",
      diagnostics: [{ code: "LB1003", pointer: "/spec/ports/0/port" }],
    });
    expect((await run(["-f", "faulty.yaml", "--to", "avi", "--exit-code"])).code).toBe(1);
    for (const args of [
      ["-f", "broken.yaml", "--to", "avi"],
      ["-f", "missing.yaml", "--to", "avi"],
      ["--to", "avi"],
      ["-f", "web.yaml", "--to", "nowhere"],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).not.toBe("");
    }
  });

  it("warns of an unknown setting on stderr and uses the others", async () => {
    const { stdout, stderr } = await run(["-f", "web.yaml", "--to", "avi", "--settings", "settings.yaml"]);
    expect(stderr).toContain("LB1304");
    expect(JSON.parse(stdout).objects.virtualservice[0].name).toBe("c1--default-web");
  });

  it("says which cluster name is assumed, and takes that of the program", async () => {
    const assumed = await run(["-f", "web.yaml", "--to", "avi"]);
    expect(assumed.stderr).toMatch(/^note: .*"cluster"; use --cluster NAME, or clusterName in --settings, /);
    const named = await run(["-f", "web.yaml", "--to", "avi", "--settings", "settings.yaml", "--cluster", "shop"]);
    expect(JSON.parse(named.stdout).objects.virtualservice[0].name).toBe("shop--default-web");
    expect(named.stderr).not.toContain("note:");
    expect((await run(["-f", "web.yaml", "--to", "routes", "--cluster", "shop"])).code).toBe(2);
  });
});
