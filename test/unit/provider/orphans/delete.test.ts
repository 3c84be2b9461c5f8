import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chooseOrphans, type OrphanTarget, readStates, removeOrphans } from "../../../../provider";
import { providerText } from "../../../../resources/provider-text";
import {
  type AviSandbox,
  type KubernetesSandbox,
  type OctaviaSandbox,
  startAviSandbox,
  startKubernetesSandbox,
  startOctaviaSandbox,
} from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { Resource } from "../../../sandbox/lib/engine";
import type { Props } from "../../../sandbox/lib/host";
import { small } from "../../../sandbox/lib/octavia-samples";
import { aviConfig, runHere } from "../../../support/provider-here";
import { freshApi, SCOPE } from "../avi/controller";

// Orphans are deleted by name: what a given state holds, and what carries the mark of another stack, never is.

const MARK = "pulumi-k8s-lb:shop/dev/c1";
const THEIRS = "pulumi-k8s-lb:bank/prod/c1";

let avi: AviSandbox;
let octavia: OctaviaSandbox;
let cluster: KubernetesSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  octavia = await startOctaviaSandbox({ provisioningMs: 2 });
  cluster = await startKubernetesSandbox({ https: false, operator: { delayMs: 5, retryMs: 20 } });
}, 60_000);
beforeEach(async () => {
  await avi.reset();
  await cluster.reset();
  await octavia.reset();
});
afterAll(() => Promise.all([avi.close(), octavia.close(), cluster.close()]));

const environments: { [T in OrphanTarget]: () => { [name: string]: string } } = {
  avi: () => ({ AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RETRY_DELAY: "1" }),
  octavia: () => ({ ...openstackEnvironment(octavia), OCTAVIA_POLL_INTERVAL: "5", OCTAVIA_LIST_CACHE: "0" }),
  mizar: () => ({ MIZAR_KUBECONFIG: cluster.kubeconfig }),
};
const run = () =>
  runHere({ ...aviConfig(avi), "kubernetes:kubeconfig": cluster.kubeconfig, "mizar:listCache": "0" }, environments.octavia());

async function made(kind: string, inputs: Props): Promise<Resource> {
  const resource = new Resource(run(), kind);
  await resource.up({ owner: MARK, ...inputs });
  return resource;
}

/** The output of `pulumi stack export` of a stack with these resources. */
function exported(held: readonly Resource[], stack = "dev", project = "shop"): string {
  const urn = (name: string) => `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${name}`;
  const resources = held.map(({ state, kind }, index) => ({ urn: urn(`${kind}-${index}`), id: state?.id, outputs: state?.outs }));
  return JSON.stringify({ version: 3, deployment: { resources: [{ urn: urn("stack") }, ...resources] } });
}

async function deleted(target: OrphanTarget, states: string[], expected: string[], owner?: string) {
  const known = readStates(states);
  const { chosen, refused } = await chooseOrphans(target, known, expected, owner, environments[target]());
  const done = await removeOrphans(target, known, chosen, environments[target]());
  return {
    done: done.map(({ type, name, outcome }) => `${type}/${name} ${outcome}`),
    reasons: refused.map(({ reason }) => reason),
    raw: done,
  };
}

const pool = (name: string) => ({ pool: { name, servers: [] } });
const loadBalancer = (name: string) => ({ loadBalancer: { ...(small().loadBalancer as Props), name, vip_subnet_id: octavia.subnetId } });
const network = (name: string) => ({ metadata: { name }, spec: { type: "mizar", vpcID: "v" } });
const KINDS: [OrphanTarget, string, string, (name: string) => Props][] = [
  ["avi", "avi:Pool", "Pool", pool],
  ["octavia", "octavia:LoadBalancer", "LoadBalancer", loadBalancer],
  ["mizar", "mizar:ArktosNetwork", "Network", network],
];

describe.each(KINDS)("on %s", (target, kind, type, inputs) => {
  test("an orphan goes, and nothing else", async () => {
    const [held, lost] = [await made(kind, inputs("held")), await made(kind, inputs("lost"))];
    const theirs = await made(kind, { ...inputs("theirs"), owner: THEIRS });
    const states = [exported([held])];
    expect(await deleted(target, states, [`${type}/held`, `${type}/theirs`, `${type}/none`])).toMatchObject({
      done: [],
      reasons: [
        "a given state holds it",
        `its mark is ${THEIRS}, and no given state is of that stack; add --state, or --owner PROJECT/STACK if the stack no longer exists`,
        "no object of this type and name carries our mark",
      ],
    });
    expect(await deleted(target, states, [`${type.toLowerCase()}/lost`])).toMatchObject({ done: [`${type}/lost deleted`], reasons: [] });
    for (const [one, existing] of [
      [held, true],
      [lost, false],
      [theirs, true],
    ] as const)
      expect(await one.refresh()).toBe(existing);
  });

  test("of a stack that is gone with its name alone", async () => {
    const theirs = await made(kind, { ...inputs("theirs"), owner: THEIRS });
    const states = [exported([])];
    expect(await deleted(target, states, [`${type}/theirs`], "shop/dev")).toMatchObject({
      reasons: [`its mark is ${THEIRS}, not of shop/dev`],
    });
    expect(await deleted(target, states, [`${type}/theirs`], "bank/prod")).toMatchObject({ done: [`${type}/theirs deleted`] });
    expect(await theirs.refresh()).toBe(false);
  });

  test("what changed hands meanwhile stays", async () => {
    const lost = await made(kind, inputs("lost"));
    const known = readStates([exported([])]);
    const { chosen } = await chooseOrphans(target, known, [`${type}/lost`], "", environments[target]());
    const taker = new Resource(run(), kind);
    await taker.up({ ...inputs("lost"), owner: THEIRS, adopt: true });
    expect(await removeOrphans(target, known, chosen, environments[target]())).toMatchObject([
      { outcome: "refused", reason: `it is marked ${THEIRS} now` },
    ]);
    expect(await lost.refresh()).toBe(true);
  });
});

test("a load balancer with something of others stays", async () => {
  const lost = await made("octavia:LoadBalancer", loadBalancer("lost"));
  const default_pool = { name: "g", protocol: "TCP", lb_algorithm: "ROUND_ROBIN" };
  const listeners = [{ name: "g", protocol: "TCP", protocol_port: 81, default_pool }];
  await made("octavia:LoadBalancer", { owner: THEIRS, loadBalancer: { id: lost.state?.id, name: "g", listeners } });
  const { raw } = await deleted("octavia", [exported([])], ["LoadBalancer/lost"]);
  expect(raw).toMatchObject([{ outcome: "refused", reason: `listener g of ${THEIRS} uses it` }]);
  expect(await lost.refresh()).toBe(true);
});

test("what others on the controller refer to stays, and the rest goes in its order", async () => {
  await made("avi:Pool", pool("a"));
  await made("avi:Pool", pool("b"));
  const members = [{ pool_ref: "/api/pool?name=a" }];
  await freshApi(avi).create("poolgroup", { name: "of-others", created_by: "ako-c1", members }, SCOPE);
  const { done, raw } = await deleted("avi", [exported([])], ["Pool/a", "Pool/b"]);
  expect(done).toEqual(["Pool/a failed", "Pool/b deleted"]);
  expect(raw[0]?.reason).toMatch(/^LB2005: Pool a: still referred to by PoolGroup of-others/);
});

test("a network of Mizar that was made again under its name is not taken for an orphan", async () => {
  const held = await made("mizar:ArktosNetwork", network("held"));
  const stale = structuredClone(held.state!);
  await held.destroy();
  await made("mizar:ArktosNetwork", network("held"));
  const known = new Resource(run(), held.kind);
  known.state = { ...stale, outs: { ...stale.outs, __provider: providerText(held.kind) } };
  expect((await deleted("mizar", [exported([known])], ["Network/held"])).reasons).toEqual([
    "a given state holds an object of this name with another id; run `pulumi refresh` on that stack, and export it again",
  ]);
});
