import { afterEach, expect, test } from "vitest";
import { type DynamicProvider, v1 } from "../../../../provider";
import type { LoadBalancerInputs } from "../../../../resources/octavia/types";
import { readSpecs } from "../../../../sdk/frontends";
import { resourceKey } from "../../../../sdk/plan";
import { parseManifests } from "../../../../sdk/specs";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { compareWithState } from "../../../../sdk/watch/evaluate/compare-with-state";
import { structureIn } from "../../../../sdk/watch/evaluate/structure-or-members";
import { CLOCK } from "../../../../sdk/watch/terms/clock";
import { membersOf } from "../../../../sdk/watch/terms/pool-members";
import { EmptyPoolDelay } from "../../../../sdk/watch/write/empty-pool-delay";
import { MemberWriter } from "../../../../sdk/watch/write/member-writer";
import { octaviaCloud } from "../../../support/octavia-cloud";
import { fieldsOf, inList } from "../../../support/resolved-gateways";
import { certificateFor, type KeyPair } from "../../lib/certificates";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { OWNER } from "../../lib/samples";

// A Secret that was deleted for a moment, or that could not be read, took the HTTPS listener of its Gateway from the load balancer.

const lab = octaviaCloud();

type Secrets = Record<string, KeyPair>;

/** A Gateway with a listener per Secret, all on port 443; those that are not given are missing. */
const specsOf = (secrets: Secrets, names: readonly string[]) => `
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: octavia }
spec: { controllerName: k8s-lb.io/octavia }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: edge, namespace: shop }
spec:
  gatewayClassName: octavia
  listeners:
${names.map((name) => `  - { name: ${name}, port: 443, protocol: HTTPS, hostname: ${name}.example.com, tls: { certificateRefs: [{ name: ${name} }] } }`).join("\n")}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: web, namespace: shop }
spec: { parentRefs: [{ name: edge }], rules: [{ backendRefs: [{ name: web, port: 80 }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { clusterIP: 10.96.0.1, ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web, namespace: shop }
subsets: [{ addresses: [{ ip: 10.0.0.77 }], ports: [{ port: 8080 }] }]
${Object.entries(secrets)
  .map(([name, pair]) => secretOf(name, pair))
  .join("")}`;

const base64 = (text: string) => Buffer.from(text).toString("base64");
const secretOf = (name: string, { certificate, key }: KeyPair) => `---
apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: shop }
type: kubernetes.io/tls
data: { tls.crt: ${base64(certificate)}, tls.key: ${base64(key)} }
`;

function translated(secrets: Secrets, names = ["a"]) {
  const text = specsOf(secrets, names);
  const { objects, diagnostics } = parseManifests(text, "gateway.yaml");
  return translateToOctavia(readSpecs(objects, diagnostics), { owner: OWNER, settings: { service_subnet_id: lab.cloud.subnetId } });
}

const inputsOf = (secrets: Secrets, names?: string[]) => {
  const [balancer] = translated(secrets, names).resources;
  return balancer?.inputs as Props & Pick<LoadBalancerInputs, "loadBalancer">;
};

/** Inputs with another description, so that there is something to write. */
const described = (inputs: ReturnType<typeof inputsOf>, description: string): Props => ({
  ...inputs,
  loadBalancer: { ...inputs.loadBalancer, description },
});

const fresh = () => new Resource(lab.host, "octavia:LoadBalancer");
const listed = (type: string) => lab.stack.octavia.list(`/v2/lbaas/${type}`, type);
const containers = () => lab.stack.keyManager.list("/v1/containers", "containers");
const storedParts = () => lab.stack.keyManager.list("/v1/secrets", "secrets");
const served = async () => {
  const names = new Map((await containers()).map(({ container_ref, name }) => [container_ref, `${name}`.replace(/.*\/(\w+)-\w+$/, "$1")]));
  const name = (ref: unknown) => names.get(ref as string);
  return (await listed("listeners")).map((one) => [
    name(one.default_tls_container_ref),
    ...((one.sni_container_refs ?? []) as unknown[]).map(name),
  ]);
};
const writes = async (work: () => Promise<unknown>) => {
  lab.cloud.resetCalls();
  await work();
  return lab.cloud
    .calls()
    .flatMap(({ method, path }) =>
      method === "GET" || path.includes("/auth/") ? [] : [`${method} ${path.replace(/[0-9a-f-]{36}/, "*")}`],
    );
};

afterEach(async () => {
  expect([await listed("loadbalancers"), await containers(), await storedParts()]).toEqual([[], [], []]);
});

const NO_CHANGE = { changes: false, replaces: [] };

test("the listener stays in the plan, and its status tells why it does not resolve", () => {
  const plan = translated({});
  expect(inputsOf({})).toMatchObject({ keep: ["listeners/TCP:443"], loadBalancer: { listeners: [{ protocol: "TERMINATED_HTTPS" }] } });
  expect(inputsOf({}).loadBalancer.listeners?.[0]).not.toHaveProperty("default_tls_container_ref");
  const shown = { ...plan, gateways: [], statuses: [...plan.statuses] } as unknown as Parameters<typeof fieldsOf>[0];
  expect(inList(fieldsOf(shown, "Gateway", "edge"), "listeners", 0)).toContain("ResolvedRefs=False InvalidCertificateRef");
});

test("its certificate stays until the Secret is back, and another one then takes its place", async () => {
  const [first, second] = await Promise.all([certificateFor("a.example.com"), certificateFor("a.example.com")]);
  const resource = fresh();
  await resource.up(inputsOf({ a: first }));
  expect(await served()).toEqual([["a"]]);
  const [before] = await containers();
  // nothing to preview, to write, or to repair
  expect(await writes(async () => expect(await resource.up(inputsOf({}))).toBe("same"))).toEqual([]);
  await resource.refresh();
  expect(await resource.preview(inputsOf({}))).toEqual(NO_CHANGE);
  expect(await resource.preview(inputsOf({ a: first }))).toEqual(NO_CHANGE);
  // a write of something else leaves listener and certificate alone, also after it
  const changed = described(inputsOf({}), "other");
  expect(await writes(() => resource.up(changed))).toEqual(["PUT /v2/lbaas/loadbalancers/*"]);
  expect(await resource.preview(changed)).toEqual(NO_CHANGE);
  await resource.refresh();
  expect(await writes(async () => expect(await resource.up(changed)).toBe("same"))).toEqual([]);
  expect(await containers()).toEqual([before]);
  expect(lab.engine.lines.join()).not.toContain("certificates stay in Barbican");
  expect(await resource.up(inputsOf({ a: second }))).toBe("updated");
  const after = await containers();
  expect(after).toHaveLength(1);
  expect(after[0]?.container_ref).not.toBe(before?.container_ref);
  expect((await listed("listeners")).map((one) => one.default_tls_container_ref)).toEqual([after[0]?.container_ref]);
  expect(await resource.preview(inputsOf({ a: second }))).toEqual(NO_CHANGE);
  await resource.destroy();
}, 60_000);

test("a load balancer that keeps a certificate is deleted with it", async () => {
  const resource = fresh();
  await resource.up(inputsOf({ a: await certificateFor("a.example.com") }));
  await resource.up(described(inputsOf({}), "other"));
  await resource.destroy();
}, 60_000);

test("of several Secrets the one that is left is not the only one that is served", async () => {
  const [a, b] = await Promise.all([certificateFor("a.example.com"), certificateFor("b.example.com")]);
  const both = ["a", "b"];
  const resource = fresh();
  await resource.up(inputsOf({ a, b }, both));
  await resource.up(described(inputsOf({ b }, both), "other"));
  expect(await served()).toEqual([["a", "b"]]);
  expect(await resource.up(inputsOf({ a, b }, both))).toBe("updated");
  expect(await served()).toEqual([["a", "b"]]);
  await resource.destroy();
}, 60_000);

test.each([false, true])(
  "a new listener waits for the first of its Secrets, made object by object: %s",
  async (serial) => {
    const [a, b] = await Promise.all([certificateFor("a.example.com"), certificateFor("b.example.com")]);
    const of = (secrets: Secrets): Props => ({ ...inputsOf(secrets, ["a", "b"]), ...(serial ? { serial } : {}) });
    const resource = fresh();
    lab.engine.lines.splice(0);
    await resource.up(of({}));
    expect(await listed("listeners")).toEqual([]);
    const notices = lab.engine.lines.filter((line) => line.includes("is not created: the Secret with its certificate is missing"));
    expect(notices).toHaveLength(1);
    expect(await resource.preview(of({}))).toEqual(NO_CHANGE);
    await resource.refresh();
    expect(await resource.preview(of({}))).toEqual(NO_CHANGE);
    expect(await resource.up(of({ b }))).toBe("updated");
    expect(await served()).toEqual([["b"]]);
    expect(await listed("l7policies")).toHaveLength(2);
    expect(await resource.preview(of({ b }))).toEqual(NO_CHANGE);
    expect(await resource.up(of({ a, b }))).toBe("updated");
    expect(await served()).toEqual([["a", "b"]]);
    await resource.destroy();
  },
  60_000,
);

test("a new load balancer serves the certificates that are known", async () => {
  const known = inputsOf({ b: await certificateFor("b.example.com") }, ["a", "b"]);
  const resource = fresh();
  await resource.up(known);
  expect(await served()).toEqual([["b"]]);
  expect(await resource.preview(known)).toEqual(NO_CHANGE);
  await resource.destroy();
}, 60_000);

test("it is no structure that waits for review, and a listener that goes is", () => {
  const pair = { certificate: "CERTIFICATE", key: "KEY" };
  const step = (before: Props, after: Props) =>
    structureIn([
      {
        op: "update",
        type: "pulumi-nodejs:dynamic/k8s-lb-octavia:LoadBalancer",
        name: "edge",
        before: { inputs: before, outputs: before },
        after: { inputs: after, outputs: {} },
      },
    ]).length;
  const kept = inputsOf({});
  const listeners = kept.loadBalancer.listeners?.map((one) => ({ ...one, default_tls_container_ref: { name: "a-1" } }));
  const before = { ...kept, keep: undefined, loadBalancer: { ...kept.loadBalancer, listeners }, secrets: [{ name: "a-1", ...pair }] };
  expect(step(before, kept)).toBe(0);
  expect(step(kept, before)).toBe(1);
  expect(step(before, { ...kept, keep: undefined })).toBe(1);
});

const stateOf = (resources: ReturnType<typeof translated>["resources"]) =>
  resources.map((one) => ({ ...one, type: one.kind, id: "1", inputs: { ...one.inputs }, outputs: { ...one.inputs } }));

test("a watch has nothing to review while the Secret is missing, also of a listener that was never created", async () => {
  const pair = await certificateFor("a.example.com");
  const open = () => v1("octavia:LoadBalancer") as DynamicProvider;
  const judged = (secrets: Secrets, plan: Secrets) =>
    compareWithState(
      translated(plan).resources,
      new Map(stateOf(translated(secrets).resources).map((one) => [resourceKey(one), one])),
      open,
    );
  expect(await judged({ a: pair }, {})).toEqual({ objects: {}, fields: {} });
  expect(await judged({}, {})).toEqual({ objects: {}, fields: {} });
  expect(Object.values((await judged({}, { a: pair })).objects)).toEqual(["update"]);
});

test("servers that a watch writes leave the certificate alone", async () => {
  const [balancer] = translated({}).resources;
  const pools = (members: Record<string, object[]>) => Object.entries(members).map(([name, list]) => ({ name, members: list }));
  const inputs = (one: string, more: object = {}) => ({
    ...balancer?.inputs,
    ...more,
    loadBalancer: { ...inputsOf({}).loadBalancer, pools: pools({ one: [{ address: one }], two: [] }) },
  });
  const written: unknown[] = [];
  const update = async (_id: string, _olds: unknown, news: { keep?: unknown }) => ({ outs: { pushed: written.push(news.keep) } });
  const writer = new MemberWriter(() => ({ ...v1("octavia:LoadBalancer"), update }) as never, new EmptyPoolDelay(CLOCK, 0));
  const resource = { type: "octavia:LoadBalancer", name: "edge", id: "1", inputs: inputs("10.0.0.1"), outputs: inputs("10.0.0.1") };
  const desired = inputs("10.0.0.2", { keep: ["listeners/TCP:443", "two"] });
  await writer.write("o edge", resource, membersOf("octavia:LoadBalancer", desired));
  expect(written).toEqual([["listeners/TCP:443", "two"]]);
});
