import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  type AviSandbox,
  type KubernetesSandbox,
  type OctaviaSandbox,
  startAviSandbox,
  startKubernetesSandbox,
  startOctaviaSandbox,
} from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host, Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";

// A resource under another name in the program takes up what is there, and the old one is deleted at the end of the run.

let avi: AviSandbox;
let octavia: OctaviaSandbox;
let cluster: KubernetesSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  octavia = await startOctaviaSandbox({ auth: "noauth", provisioningMs: 5 });
  cluster = await startKubernetesSandbox({ https: false, operator: false });
}, 60_000);
afterAll(async () => {
  await Promise.all([avi.close(), octavia.close(), cluster.close()]);
});
afterEach(() => vi.unstubAllEnvs());

async function onOctavia(): Promise<Host> {
  for (const [name, value] of Object.entries({ AUTH_TYPE: "none", ENDPOINT: octavia.url, PROJECT_ID: "conformance" }))
    vi.stubEnv(`OS_${name}`, value);
  return providerHere({ "octavia:pollInterval": "20", "octavia:retryDelay": "1", "octavia:listCache": "0" });
}
const named = (name: string, inputs: Props): Props => ({ ...inputs, ...identified(`urn:pulumi:dev::shop::${name}`) });

/** One run after another: what was made as `old` is registered as `new`, and `old` goes. */
async function renamed(host: () => Promise<Host>, kind: string, inputs: Props, more: Props = {}): Promise<Resource> {
  const old = new Resource(await host(), kind);
  await old.up(named("old", inputs));
  const run = await host();
  const [successor, gone] = [new Resource(run, kind), new Resource(run, kind)];
  await successor.up(named("new", { ...inputs, ...more }));
  gone.state = old.state;
  await gone.destroy();
  return successor;
}

/** With nothing declared, as in a destroy. */
async function destroyed(host: () => Promise<Host>, { kind, state }: Resource): Promise<void> {
  const resource = new Resource(await host(), kind);
  resource.state = state;
  await resource.destroy();
}

test("a load balancer stays, and goes with its new resource", async () => {
  const successor = await renamed(onOctavia, "octavia:LoadBalancer", small());
  expect(await successor.refresh()).toBe(true);
  expect(await successor.preview(named("new", small()))).toEqual({ changes: false, replaces: [] });
  await destroyed(onOctavia, successor);
  expect(await successor.refresh()).toBe(false);
});

test("what a guest has in a load balancer stays", async () => {
  const host = new Resource(await onOctavia(), "octavia:LoadBalancer");
  await host.up(named("host", small()));
  const default_pool = { name: "g", protocol: "TCP", lb_algorithm: "ROUND_ROBIN" };
  const listeners = [{ name: "g", protocol: "TCP", protocol_port: 81, default_pool }];
  const guest = { owner: MARK.replace("c1", "c2"), loadBalancer: { id: host.state?.id, name: "g", listeners } };
  const successor = await renamed(onOctavia, "octavia:LoadBalancer", guest);
  await successor.refresh();
  expect(successor.state?.inputs.loadBalancer).toMatchObject({ listeners: [{ name: "g", default_pool: { name: "g" } }] });
  await destroyed(onOctavia, successor);
  await destroyed(onOctavia, host);
});

test("an object of Mizar stays", async () => {
  const onMizar = () => providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig, "mizar:listCache": "0", "mizar:pollInterval": "5" });
  const network = { owner: MARK, metadata: { name: "blue" }, spec: { type: "mizar", vpcID: "vpc-1" } };
  const successor = await renamed(onMizar, "mizar:ArktosNetwork", network);
  expect(await successor.refresh()).toBe(true);
  await destroyed(onMizar, successor);
});

const pool = (owner = MARK): Props => ({ owner, pool: { name: "web", servers: [] } });
const onAvi = () => providerHere(aviConfig(avi));

test("what was adopted under another mark at once is no loss of the old resource", async () => {
  const successor = await renamed(onAvi, "avi:Pool", pool(), { owner: `${MARK}-new`, adopt: true });
  expect(avi.store.get("pool", "web")?.created_by).toBe(`${MARK}-new`);
  await destroyed(onAvi, successor);
  expect(avi.store.get("pool", "web")).toBeUndefined();
});

test("an alias makes nobody its own successor: a replacement deletes", async () => {
  const inputs = (vrf: string): Props => ({ owner: MARK, pool: { name: "web", vrf_ref: `/api/vrfcontext?name=${vrf}`, servers: [] } });
  const resource = new Resource(await onAvi(), "avi:Pool");
  await resource.up(named("old", inputs("global")));
  const uuid = avi.store.get("pool", "web")?.uuid;
  expect(await resource.up(named("new", inputs("global")))).toBe("same");
  const run = new Resource(await onAvi(), "avi:Pool");
  run.state = resource.state;
  expect(await run.up(named("new", inputs("management")))).toBe("replaced");
  expect(avi.store.get("pool", "web")?.uuid).not.toBe(uuid);
  await run.destroy();
});
