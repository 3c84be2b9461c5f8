import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findingLines } from "../../../requests/review/findings";
import { readSpecs, translateToAvi } from "../../../sdk";
import { graphCommand } from "../../../sdk/cli/graph";
import { translateCommand } from "../../../sdk/cli/translate";
import { reportTo } from "../../../sdk/components/component";
import { findingsIn } from "../../../sdk/plan";
import type { TargetName } from "../../../sdk/targets";
import { endpoints, ingress, node, service } from "../../support/manifests";
import { translateTo } from "../../support/planned";

let folder: string;
const slip = { apiVersion: "networking.k8s.io/v1", kind: "Ingres", metadata: { name: "typo" }, spec: {} };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-slips-"));
  const sctp = service("bad", [{ port: 132, protocol: "SCTP" }], "LoadBalancer", "shop");
  const web = service("web", [80], "LoadBalancer");
  const used = {
    ...web,
    spec: { ...web.spec, sessionAffinity: "ClientIP" },
    metadata: { ...web.metadata, annotations: { "x.com/y": "z" } },
  };
  const rule = { host: "a.com", path: "/", service: "web" };
  const given = [
    sctp,
    endpoints("bad", ["10.0.0.2"], 132, "shop"),
    used,
    endpoints("web", ["10.0.0.1"], 80),
    ingress({ name: "i", namespace: "shop", rules: [rule] }),
    node("n", "10.1.0.1", "10.2.0.0/24"),
  ];
  writeFileSync(join(folder, "all.yaml"), given.map((object) => JSON.stringify(object)).join("\n---\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function run(args: string[], command = translateCommand()): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    vi.spyOn(process[stream], "write").mockImplementation((part) => {
      text[stream] += part;
      return true;
    });
  await command.parseAsync(["-f", join(folder, "all.yaml"), ...args], { from: "user" });
  vi.restoreAllMocks();
  return { code: process.exitCode, ...text };
}

describe("k8s-lb translate", () => {
  it("-o table shows errors and warnings with object, field and remedy, and counts notices", async () => {
    const { stdout } = await run(["--to", "avi", "-o", "table"]);
    expect(stdout).toMatch(/SEVERITY +CODE +OBJECT +FIELD +MESSAGE/);
    expect(stdout).toMatch(/error +LB1301 +Service shop\/bad +\/spec\/ports +port 132/);
    expect(stdout).toMatch(/error +LB1101 +Ingress shop\/i .*A Service of that name is in default/);
    expect(stdout).toMatch(/warning +LB1006 +Service default\/web +\/spec\/sessionAffinity/);
    expect(stdout).toMatch(/1 notice: LB\d+; -o json shows them/);
    expect(stdout.indexOf("error ")).toBeLessThan(stdout.indexOf("warning "));
  });

  it("--namespace and --kind select among manifests too; what stands in no namespace stays", async () => {
    const names = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout).statuses.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`);
    expect(names(await run(["--to", "avi"]))).toEqual(["Ingress i", "Service web", "Service bad"]);
    const shop = await run(["--to", "avi", "--namespace", "shop"]);
    expect(names(shop)).toEqual(["Ingress i", "Service bad"]);
    expect(JSON.parse(shop.stdout).objects.vrfcontext).toHaveLength(1);
    expect(names(await run(["--to", "avi", "--namespace", "default"]))).toEqual(["Service web"]);
    expect(names(await run(["--to", "avi", "--kind", "Service", "Endpoints"]))).toEqual(["Service web", "Service bad"]);
  });

  it("refuses what only a live cluster can do", async () => {
    await expect(run(["--to", "avi", "--tenant", "t"])).rejects.toThrow("--tenant is for a live cluster");
  });

  it("graph selects as translate does", async () => {
    const { stdout } = await run(["--to", "routes", "-o", "mermaid", "--namespace", "default"], graphCommand());
    expect(stdout).not.toContain("a.com");
  });
});

describe("a kind or an API version that is misspelled", () => {
  const diagnosed = (apiVersion: string, kind: string) => readSpecs([{ value: { apiVersion, kind, metadata: { name: "x" } } }]).diagnostics;

  it.each([
    ["networking.k8s.io/v1", "Ingres", "/kind", "Did you mean Ingress?"],
    ["v1", "service", "/kind", "Did you mean Service?"],
    ["v1", "Endpoint", "/kind", "Did you mean Endpoints?"],
    ["networking.k8s.io/v2", "Ingress", "/apiVersion", "Use extensions/v1beta1 or networking.k8s.io/v1beta1 or networking.k8s.io/v1."],
    ["networking/v1", "Ingress", "/apiVersion", expect.stringContaining("networking.k8s.io/v1")],
    ["v2", "Service", "/apiVersion", "Use v1."],
    ["networkin.k8s.io/v1", "Ingress", "/apiVersion", expect.stringContaining("networking.k8s.io/v1")],
  ])("%s %s is an error", (apiVersion, kind, pointer, remedy) => {
    expect(diagnosed(apiVersion, kind)).toMatchObject([{ code: "LB1005", severity: "error", pointer, remedy }]);
  });

  it.each([
    ["projectcontour.io/v1", "HTTPProxy"],
    ["projectcontour.io/v1alpha1", "ExtensionService"],
  ])("%s %s is a warning: its author counts on it", (apiVersion, kind) => {
    const remedy = "Write an Ingress.";
    expect(diagnosed(apiVersion, kind)).toMatchObject([{ code: "LB1005", severity: "warning", remedy }]);
  });

  it("is a warning where the group has a slip, too", () => {
    const remedy = "Did you mean HTTPRule?";
    expect(diagnosed("ako.vmwaer.com/v1beta1", "HTTPRul")).toMatchObject([{ code: "LB1005", severity: "warning", remedy }]);
  });

  it.each([
    ["apps/v1", "Deployment"],
    ["v1", "PersistentVolumeClaim"],
    ["serving.knative.dev/v1", "Service"],
    ["serving.knative.dev/v1", "Route"],
  ])("%s %s is a kind of others, and a notice", (apiVersion, kind) => {
    expect(diagnosed(apiVersion, kind)).toMatchObject([{ code: "LB1005", severity: "notice" }]);
  });

  it("is heard of in the preview of a program", async () => {
    const findings = findingLines([], findingsIn(translateToAvi(readSpecs([{ value: slip }]))));
    expect(findings).toEqual({
      isNew: true,
      isGone: false,
      text: expect.stringMatching(/\nLB1005 Ingres default\/typo \/kind: .* Did you mean Ingress/),
    });
  });
});

describe("settings", () => {
  const given = (to: TargetName, settings: Record<string, unknown>) => {
    const { diagnostics } = translateTo(to, { objects: [], diagnostics: [] }, settings);
    return diagnostics.map(({ code, severity, pointer, message, remedy }) => ({
      code,
      severity,
      pointer,
      text: `${message} ${remedy ?? ""}`,
    }));
  };
  const wrong: [TargetName, string, unknown, string][] = [
    ["avi", "shardVSSize", "HUGE", "LARGE, MEDIUM, SMALL"],
    ["avi", "passthroughShardSize", 8, "LARGE, MEDIUM, SMALL"],
    ["avi", "l7ShardingScheme", "hosts", "hostname, namespace"],
    ["avi", "serviceType", "LoadBalancer", "ClusterIP, NodePort"],
    ["avi", "platform", "k3s", "kubernetes, openshift"],
    ["avi", "controllerVersion", "latest", "22.1.2"],
    ["avi", "subnetIP", "10.0.0", "an address"],
    ["avi", "subnetPrefix", "/24", "such as 24"],
    ["avi", "defaultIngController", "yes", "true or false"],
    ["avi", "clusterName", "a b", "letters, digits"],
    ["avi", "nodeNetworkList", [{ cidrs: [] }], "nodeNetworkList[0].networkName"],
    ["octavia", "naming", "ako", "kuryr, occm"],
    ["octavia", "lb_algorithm", "random", "ROUND_ROBIN, LEAST_CONNECTIONS, SOURCE_IP, SOURCE_IP_PORT"],
    ["octavia", "member_mode", "L4", "L2, L3"],
    ["octavia", "octavia_version", 2.3, "in quotes"],
    ["octavia", "octavia_version", "two", "2.26"],
    ["octavia", "service_subnet_cidr", "10.96.0.0", "a range of addresses"],
    ["octavia", "monitor_delay", "soon", "a whole number, at least 1"],
    ["octavia", "monitor_delay", 0, "at least 1"],
    ["octavia", "create_monitor", 1, "true or false"],
    ["mizar", "disjointVpcs", "maybe", "true or false"],
    ["routes", "disablePermitInsecure", "no", "true or false"],
  ];
  it.each(wrong)("%s %s: %j is an error that says what it may be", (to, key, value, allowed) => {
    expect(given(to, { [key]: value })).toEqual([
      { code: "LB1305", severity: "error", pointer: `/${key}`, text: expect.stringContaining(allowed) },
    ]);
  });

  it.each([
    [
      "avi",
      { shardVSSize: "", platform: "", serviceType: "", controllerVersion: "", clusterName: "", defaultIngController: "", subnetIP: "" },
    ],
    ["octavia", { naming: "", lb_algorithm: "", octavia_version: "", monitor_delay: "", create_monitor: "", cluster_name: "" }],
    ["mizar", { tenant: "", disjointVpcs: "" }],
  ] as const)("%s: an empty text is an absent setting", (to, settings) => {
    expect(given(to, settings)).toEqual([]);
  });

  it("takes words in any case, numbers and booleans as texts, and any free text", () => {
    const free = {
      clusterName: "c-1",
      networkName: "any net/work",
      segName: "ü",
      shardVSSize: "large",
      serviceType: "nodeport",
      disableStaticRouteSync: "TRUE",
      subnetPrefix: 24,
    };
    expect(given("avi", free)).toEqual([]);
    expect(
      given("octavia", {
        octavia_version: "v2.30",
        provider: "f5",
        container_store: "vault",
        lb_method: "least_connections",
        max_shared_lb: "3",
      }),
    ).toEqual([]);
  });

  it("says of AKO's own words that they are not supported", () => {
    expect(given("avi", { shardVSSize: "DEDICATED" })).toEqual([
      { code: "LB1309", severity: "error", pointer: "/shardVSSize", text: expect.stringMatching(/AKO has and is not supported/) },
    ]);
    expect(given("avi", { serviceType: "NodePortLocal" })).toMatchObject([{ code: "LB1309", severity: "error" }]);
    expect(given("avi", { enableEVH: true, vipNetworkList: [{ networkName: "n" }], autoFQDN: "default", noPGForSNI: false })).toEqual([
      { code: "LB1309", severity: "warning", pointer: "/enableEVH", text: expect.stringContaining("SNI children") },
      { code: "LB1309", severity: "warning", pointer: "/vipNetworkList", text: expect.stringContaining("use networkName") },
      { code: "LB1309", severity: "notice", pointer: "/autoFQDN", text: expect.anything() },
      { code: "LB1309", severity: "notice", pointer: "/noPGForSNI", text: expect.anything() },
    ]);
  });

  it("guesses what an unknown key was meant to be", () => {
    expect(given("octavia", { "floating-network-id": "n", colour: "red" })).toEqual([
      {
        code: "LB1304",
        severity: "warning",
        pointer: "/floating-network-id",
        text: expect.stringContaining("Did you mean floating_network_id?"),
      },
      { code: "LB1304", severity: "warning", pointer: "/colour", text: expect.not.stringContaining("Write") },
    ]);
  });

  it("stop a program before anything is registered", () => {
    const plan = translateToAvi(readSpecs([]), { settings: { shardVSSize: "DEDICATED" } });
    expect(() => reportTo({} as pulumi.Resource, plan)).toThrow(/^LB1309: settings .*shardVSSize is DEDICATED/);
  });
});
