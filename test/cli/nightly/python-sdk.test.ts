import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFiles } from "../../../sdk/cli/init/project";
import { root } from "../pr/harness";

// SDKs from docs/schema.json by Pulumi's own generators: what binds, what a checker of types accepts, what arrives at the engine.

interface Sdk {
  generateSdk(language: string, options?: { file?: string; folder?: string }): Promise<number>;
  ensurePython(): Promise<string>;
  ensureInstalledSdk(): Promise<string>;
}

let tool: Sdk;
let folder: string;
let python: string;
let sdk: string;

beforeAll(async () => {
  const path = "../../../tools/pulumi/sdk.mjs";
  tool = await import(path);
  python = await tool.ensurePython();
  sdk = await tool.ensureInstalledSdk();
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-sdk-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = JSON.parse(readFileSync(join(root, "docs/schema.json"), "utf8"));

/** Output of `python ARGS` with the SDK on its path, and the exit code. */
function runPython(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env.PATH, HOME: folder, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1", MYPYPATH: sdk };
  const { status, stdout, stderr } = spawnSync(join(python, "bin/python"), args, { cwd: folder, encoding: "utf8", env, timeout: 120_000 });
  return { code: status, stdout, stderr };
}

const CHECKER = ["-m", "mypy", "--no-incremental", "--no-error-summary", "--hide-error-context"];

/** Errors of the checker of types in a program: line and words. */
function errorsIn(program: string, name: string): string[] {
  writeFileSync(join(folder, name), program);
  const { stdout, stderr } = runPython(...CHECKER, "--follow-imports=silent", name);
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line.includes(": error: "));
}

/** Key of what Pulumi's protocol wraps. */
const SECRET = "4dabf18193072939515e22adb298388d";

const PROGRAM = `
import pulumi
import pulumi_k8s_lb as lb
from pulumi_k8s_lb import avi, kubernetes, mizar, octavia


def program() -> None:
    connection = lb.AviConnectionArgs(controller="avi.example.com", username="ci", password="word", ca_cert="PEM", insecure=True)
    east = lb.Provider("east", avi=connection)
    cluster = avi.KubernetesCluster(
        "cluster",
        specs=["manifests/*.yaml", {"liveCluster": {"context": "prod"}}],
        settings=avi.SettingsArgs(
            cluster_name="prod",
            sub_domains=["avi.internal"],
            shard_vs_size=avi.ShardVSSize.LARGE,
            naming=avi.Naming.AKO_2,
            part=avi.PartArgs(index=0, of=2),
            vip_network_list=[avi.VipNetworkListArgs(network_name="vips", cidr="10.1.0.0/24")],
        ),
        adopt=avi.AdoptArgs(mark="keep"),
        write_status="force",
        opts=pulumi.ResourceOptions(provider=east),
    )
    pulumi.export("hosts", cluster.hosts)
    avi.Gateways("gateways", specs=["gateways/"], settings={"cluster_name": "prod"}, allow_mass_delete=True)
    pool = avi.Pool("extra", pool={"name": "extra", "servers": []})
    pulumi.export("owner", pool.owner)
    web = octavia.LoadBalancer(
        "web",
        load_balancer=octavia.LoadBalancerBodyArgs(
            name="default/web",
            vip_subnet_id="5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11",
            listeners=[
                octavia.ListenerBodyArgs(
                    name="web",
                    protocol=octavia.Protocol.TERMINATED_HTTPS,
                    protocol_port=443,
                    default_tls_container_ref=octavia.CertificateRefArgs(name="web"),
                    default_pool=octavia.PoolRefArgs(name="web"),
                )
            ],
        ),
        secrets=[octavia.TlsSecretArgs(name="web", certificate="PEM", key="PEM")],
    )
    pulumi.export("address", web.address)
    mizar.KubernetesCluster("net", specs=["arktos/"], settings=mizar.SettingsArgs(tenant="customerA"), wait_for_endpoints=False)
    kubernetes.ObjectStatus("status", api_version="v1", kind="Service", name="web", namespace="shop", status={"loadBalancer": {}})
`;

const MOCKS = `
import json
import os
import sys


class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str | None, dict]:
        print(json.dumps([args.typ, args.inputs], sort_keys=True))
        return args.name, dict(args.inputs)

    def call(self, args: pulumi.runtime.MockCallArgs) -> dict:
        return {}


pulumi.runtime.set_mocks(Mocks(), project="shop", stack="dev")
pulumi.runtime.test(program)()
# now and then Python complains about the event loop of the SDK when it clears up
sys.stdout.flush()
os._exit(0)
`;

test("the schema binds without a diagnostic, for Python and for Go", async () => {
  expect(await tool.generateSdk("python")).toBeGreaterThan(Object.keys(schema.resources).length);
  expect(await tool.generateSdk("go")).toBeGreaterThan(Object.keys(schema.resources).length);
});

test("a schema with a reference to nothing is refused", async () => {
  const file = join(folder, "broken.json");
  const property = { $ref: "#/types/k8s-lb:avi:Setings" };
  writeFileSync(file, JSON.stringify({ ...schema, config: { variables: { avi: property } } }));
  await expect(tool.generateSdk("python", { file })).rejects.toThrow("k8s-lb:avi:Setings");
});

describe("the SDK for Python", () => {
  test("has a class for each token, and loads", () => {
    // a module of its own each, which others load when they need it
    const listing = `
import importlib, inspect, pkgutil, pulumi
for module in ["avi", "octavia", "mizar", "kubernetes"]:
    package = importlib.import_module("pulumi_k8s_lb." + module)
    for _, name, _ in pkgutil.iter_modules(package.__path__):
        for one in vars(importlib.import_module(package.__name__ + "." + name)).values():
            if inspect.isclass(one) and issubclass(one, pulumi.Resource):
                print(one.pulumi_type, issubclass(one, pulumi.ComponentResource))
`;
    const { code, stdout, stderr } = runPython("-c", listing);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const expected = Object.entries<{ isComponent?: boolean }>(schema.resources).map(
      ([token, { isComponent }]) => `${token} ${isComponent ? "True" : "False"}`,
    );
    expect(stdout.trim().split("\n").sort()).toEqual(expected.sort());
  });

  test("is sound in the eyes of a checker of types, but for a helper that Pulumi writes into every SDK", () => {
    const { stdout } = runPython(...CHECKER, join(sdk, "pulumi_k8s_lb"));
    expect(stdout.split("\n").filter((line) => line.includes(": error: ") && !/_utilities\.py:\d+: .*lifted_func/.test(line))).toEqual([]);
  });

  test("accepts a program, and refuses a misspelt setting, argument or type", () => {
    expect(errorsIn(PROGRAM, "good.py")).toEqual([]);
    const misspelt = `
from pulumi_k8s_lb import avi, octavia
avi.SettingsArgs(cluster_nam="prod")
avi.KubernetesCluster("a", specs=["x"], setings=avi.SettingsArgs())
avi.KubernetesCluster("b", specs=["x"], settings={"shard_vs_size": 4})
octavia.ListenerBodyArgs(name="web", protocol=octavia.Protocol.HTTP, protocol_port="eighty")
`;
    const errors = errorsIn(misspelt, "misspelt.py");
    for (const line of [3, 4, 5, 6]) expect(errors.join("\n")).toContain(`misspelt.py:${line}: error: `);
    expect(errors.join("\n")).toContain('did you mean "cluster_name"?');
  });

  test("accepts the programs that `k8s-lb init` writes, and those of docs/languages.md", () => {
    const written = (["avi", "octavia", "mizar"] as const).map((target) => {
      const files = projectFiles(target, { name: "shop", version: "1.0.0", language: "python" });
      return [`init_${target}.py`, String(files["__main__.py"])] as const;
    });
    const page = readFileSync(join(root, "docs/languages.md"), "utf8");
    const shown = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, text = ""], index) => [`shown_${index}.py`, text] as const);
    expect(shown.length).toBeGreaterThan(0);
    for (const [name, program] of [...written, ...shown]) expect(errorsIn(program, name), name).toEqual([]);
  });

  test("sends what a program writes under the names of the schema", () => {
    writeFileSync(join(folder, "sent.py"), PROGRAM + MOCKS);
    const { code, stdout, stderr } = runPython("sent.py");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const sent: Record<string, object> = Object.fromEntries(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
    expect(sent["k8s-lb:avi:KubernetesCluster"]).toEqual({
      specs: ["manifests/*.yaml", { liveCluster: { context: "prod" } }],
      settings: {
        clusterName: "prod",
        subDomains: ["avi.internal"],
        shardVSSize: "LARGE",
        naming: "ako-2",
        part: { index: 0, of: 2 },
        vipNetworkList: [{ networkName: "vips", cidr: "10.1.0.0/24" }],
      },
      adopt: { mark: "keep" },
      writeStatus: "force",
    });
    expect(sent["k8s-lb:avi:Gateways"]).toEqual({ specs: ["gateways/"], settings: { clusterName: "prod" }, allowMassDelete: true });
    expect(sent["k8s-lb:avi:Pool"]).toEqual({ pool: { name: "extra", servers: [] } });
    expect(sent["k8s-lb:octavia:LoadBalancer"]).toMatchObject({
      loadBalancer: {
        vip_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11",
        listeners: [
          { protocol: "TERMINATED_HTTPS", protocol_port: 443, default_tls_container_ref: { name: "web" }, default_pool: { name: "web" } },
        ],
      },
      secrets: [{ name: "web", certificate: "PEM", key: "PEM" }],
    });
    expect(sent["k8s-lb:mizar:KubernetesCluster"]).toEqual({
      specs: ["arktos/"],
      settings: { tenant: "customerA" },
      waitForEndpoints: false,
    });
    expect(sent["k8s-lb:kubernetes:ObjectStatus"]).toMatchObject({ apiVersion: "v1", status: { loadBalancer: {} } });
    // a connection goes as the text of its JSON, and is a secret as a whole
    const { avi } = sent["pulumi:providers:k8s-lb"] as { avi: { value: string; [SECRET]: string } };
    expect(avi[SECRET]).toBe("1b47061264138c4ac30d75fd1eb44270");
    expect(JSON.parse(avi.value)).toEqual({
      controller: "avi.example.com",
      username: "ci",
      password: "word",
      caCert: "PEM",
      insecure: true,
    });
  });
});
