import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACK_ENDS } from "../../../provider";
import { connect } from "../../../provider/kubernetes/connect";
import { type Sandbox, startSandbox } from "../../../sandbox/index";
import { checkBackEnd, settingsOf, withPluginConfig } from "../../../sdk/cli/doctor/checks";
import { componentSettings } from "../../../sdk/cli/doctor/component-settings";
import { savingAdvice } from "../../../sdk/cli/doctor/saving-advice";
import { CLUSTER_WIDE, resourceType } from "../../../sdk/specs";
import { k8sLbCall } from "../../support/cli-call";
import { STATE_FORMS } from "../../support/state-forms";

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: "off" });
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-doctor-"));
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true });
});

const states = async (...given: Parameters<typeof checkBackEnd>) =>
  (await checkBackEnd(...given)).map(({ check, state }) => [check, state]);

describe("k8s-lb doctor", () => {
  it("says from where each setting comes, the stack before the environment, and masks secrets", () => {
    const stack = { "avi:username": { value: "ops" }, "avi:password": { value: "hidden", secret: true }, "aws:region": { value: "x" } };
    const env = { AVI_CONTROLLER: "https://avi", AVI_USERNAME: "admin", AVI_TOKEN: "hidden", AVI_CA_CERT: "-----BEGIN\n..." };
    expect(settingsOf(BACK_ENDS.avi, stack, env)).toEqual([
      { key: "avi:username", value: "ops", from: "stack configuration" },
      { key: "avi:password", value: "********", from: "stack configuration, secret" },
      { key: "avi:controller", value: "https://avi", from: "AVI_CONTROLLER" },
      { key: "avi:token", value: "********", from: "AVI_TOKEN" },
      { key: "avi:caCert", value: "(a text of 14 characters)", from: "AVI_CA_CERT" },
    ]);
  });

  it("reaches what is configured, and looks at versions and rights", async () => {
    expect(await states(BACK_ENDS.avi, {}, sandbox.env)).toEqual([
      ["login and version", "ok"],
      ["rights", "ok"],
    ]);
    expect(await states(BACK_ENDS.octavia, {}, sandbox.env)).toEqual([
      ["login", "ok"],
      ["Octavia", "ok"],
      ["Neutron", "ok"],
      ["Barbican", "ok"],
    ]);
    const cluster = { "kubernetes:kubeconfig": { value: sandbox.kubernetes.kubeconfig } };
    expect(await states(BACK_ENDS.mizar, cluster, {})).toEqual([
      ["API server", "ok"],
      ["rights to read", "ok"],
      ["Gateway API", "ok"],
      ["rights to manage Mizar", "ok"],
    ]);
  });

  it("names the kinds of Gateway API that the cluster has", async () => {
    const cluster = { "kubernetes:kubeconfig": { value: sandbox.kubernetes.kubeconfig } };
    const messages = async () => (await checkBackEnd(BACK_ENDS.mizar, cluster, {})).find(({ check }) => check === "Gateway API")?.what;
    expect(await messages()).toBe("its definitions are not installed, so the cluster has no Gateways");
    const type = resourceType("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", CLUSTER_WIDE);
    const client = connect({ kubeconfig: sandbox.kubernetes.kubeconfig });
    const schema = { openAPIV3Schema: { type: "object" } };
    for (const [kind, plural] of [
      ["Gateway", "gateways"],
      ["HTTPRoute", "httproutes"],
    ] as const) {
      const name = `${plural}.gateway.networking.k8s.io`;
      const spec = {
        ...{ group: "gateway.networking.k8s.io", scope: "Namespaced", names: { kind, plural } },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      };
      await client.create({ type, name }, { apiVersion: "apiextensions.k8s.io/v1", kind: type.kind, metadata: { name }, spec });
    }
    expect(await messages()).toMatch(/^Gateway, HTTPRoute; not installed: GatewayClass, ReferenceGrant, .*TLSRoute$/);
  });

  it("says what is wrong once, and not again for all that follows from it", async () => {
    const [refused, ...more] = await checkBackEnd(BACK_ENDS.avi, {}, { ...sandbox.env, AVI_PASSWORD: "wrong" });
    expect(refused).toMatchObject({ check: "login and version", state: "failed", what: expect.stringMatching(/^LB2006: /) });
    expect(more).toEqual([]);
    expect(JSON.stringify(refused)).not.toContain("wrong");
  });

  it("says how the components of a stack name objects and choose servers, and what of that is a default", () => {
    const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
    const component = (target: string, name: string, inputs: object) => {
      const type = `k8s-lb:${target}:KubernetesCluster`;
      return { type, urn: urn(type, name), inputs };
    };
    const resources = [
      component("avi", "prod", { settings: { naming: "ako-2", clusterName: "prod" } }),
      component("octavia", "nodes", { settings: { naming: "occm", subnet_id: "s" } }),
      component("octavia", "pods", {}),
      { ...component("avi", "old", {}), delete: true },
      ...STATE_FORMS.map(([form, prefix]) => ({ type: `${prefix}avi:Pool`, urn: urn(`${prefix}avi:Pool`, form), inputs: {} })),
    ];
    expect(componentSettings({ resources }).map(({ key, value, from }) => [key, value, from])).toEqual([
      ["avi.KubernetesCluster prod: naming", "ako-2", "program, at the last `pulumi up`"],
      ["avi.KubernetesCluster prod: serviceType", "ClusterIP", "default"],
      ["octavia.KubernetesCluster nodes: naming", "occm", "program, at the last `pulumi up`"],
      ["octavia.KubernetesCluster pods: naming", "kuryr", "default"],
      ["octavia.KubernetesCluster pods: member_mode", "L3", "default"],
    ]);
    expect(componentSettings(undefined)).toEqual([]);
  });

  it("shows the connection of the plugin as that of a stack, and all of an object as secret where a part is", () => {
    const of = (secret: boolean) => {
      const stack = { "k8s-lb:avi": { value: '{"controller":"avi.example.com","password":"hidden"}', secret } };
      return settingsOf(BACK_ENDS.avi, withPluginConfig(stack), {});
    };
    const from = "stack configuration";
    expect(of(false)).toEqual([
      { key: "avi:controller", value: "avi.example.com", from },
      { key: "avi:password", value: "********", from },
    ]);
    expect(of(true).map(({ value }) => value)).toEqual(["********", "********"]);
  });

  it("shows settings that are secret as configured, not as a default, and the others beside them", () => {
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
    const component = (name: string, settings: object) => {
      const type = "k8s-lb:avi:KubernetesCluster";
      return { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, inputs: { settings } };
    };
    const resources = [component("all", secret), component("one", { naming: secret, clusterName: secret, serviceType: "NodePort" })];
    expect(componentSettings({ resources }).map(({ key, value, from }) => [key, value, from])).toEqual([
      ["avi.KubernetesCluster all: naming", "********", "configured, secret"],
      ["avi.KubernetesCluster all: serviceType", "********", "configured, secret"],
      ["avi.KubernetesCluster one: naming", "********", "configured, secret"],
      ["avi.KubernetesCluster one: serviceType", "NodePort", "program, at the last `pulumi up`"],
    ]);
  });

  it("advises on the checkpoints of a stack with more than 300 resources, on a backend that writes them whole", () => {
    const of = (resources: number) => ({ resources: Array.from({ length: resources }, (_, i) => ({ urn: `urn:${i}` })) });
    const messages = (url: string, resources: number, env = {}) => savingAdvice(url, of(resources), env)?.what.split("\n")[0];
    expect(messages("file:///srv/state", 301)).toBe("301 resources: each step writes the whole state (5 kB) to the file backend.");
    expect(messages("s3://states?region=eu", 2000)).toMatch(/^2000 resources: .* to the s3 backend\.$/);
    expect(messages("file:///srv/state", 300)).toBeUndefined();
    expect(messages("https://app.pulumi.com/me", 2000)).toBeUndefined();
    expect(messages("file:///srv/state", 2000, { PULUMI_SKIP_CHECKPOINTS: "true" })).toBeUndefined();
    expect(messages("file:///srv/state", 2000, { PULUMI_SKIP_CHECKPOINTS: "false" })).toMatch(/^2000 resources/);
    expect(savingAdvice("file:///srv/state", undefined, {})).toBeUndefined();
  });

  it("looks at what is configured alone, and ends with 3 when nothing answers", async () => {
    const env = { AVI_CONTROLLER: "http://127.0.0.1:9", AVI_USERNAME: "admin", AVI_PASSWORD: "hidden", AVI_RETRY_DELAY: "1" };
    const { code, stdout } = await k8sLbCall(["doctor", "--exit-code"], { cwd: folder, env });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^avi:password +\*+ +AVI_PASSWORD *$/m);
    expect(stdout).toMatch(/^none +tools +Pulumi stack +no Pulumi project in \./m);
    expect(stdout).toMatch(/^failed +avi +login and version +LB2007: /m);
    expect(stdout).not.toMatch(/hidden|octavia/);
  });
});
