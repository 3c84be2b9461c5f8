import { expect, test } from "vitest";
import { findOrphans, readStates } from "../../../../provider";
import { cloud, fault } from "../octavia/cloud";

const world = cloud();
const OURS = "pulumi-k8s-lb:shop/dev/c1";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A stack that holds these ids, somewhere. */
const state = (...ids: string[]) => ({
  version: 3,
  deployment: {
    resources: [
      {
        urn: "urn:pulumi:dev::shop::t::n",
        id: ids[0],
        outputs: { floatingIp: { id: ids[1] }, refs: [`http://b/v1/containers/${ids[2]}`] },
      },
    ],
  },
});

function fill(): void {
  const answers: { [path: string]: object } = {
    "/v2/lbaas/loadbalancers": {
      loadbalancers: [
        { id: id(1), name: "default/web", tags: [OURS, "other"], created_at: "2026-01-01T00:00:00", updated_at: null },
        { id: id(2), name: "default/old", tags: [], description: `made for shop [${OURS}/old]` },
        { id: id(3), name: "default/theirs", tags: ["kuryr"], description: "pulumi-k8s-lb: not a mark" },
        { id: id(4), name: "default/going", tags: [OURS], provisioning_status: "DELETED" },
        { id: id(5), name: "default/blog", tags: ["pulumi-k8s-lb:shop/dev2/c1"] },
      ],
    },
    "/v2/lbaas/listeners": { listeners: [{ id: id(10), name: "l", tags: [OURS] }] },
    "/v2/lbaas/pools": { pools: [] },
    "/v2.0/floatingips": { floatingips: [{ id: id(20), floating_ip_address: "203.0.113.9", description: `[${OURS}]` }] },
    "/v2.0/security-groups": { security_groups: [{ id: id(30), name: "sg", description: `Sources [${OURS}]` }] },
    "/v2.0/ports": { ports: [] },
    "/v1/containers": {
      containers: [
        {
          name: "kube/default/tls-0123456789ab",
          type: "certificate",
          container_ref: `http://b/v1/containers/${id(40)}`,
          secret_refs: [{ name: "certificate", secret_ref: `http://b/v1/secrets/${id(41)}` }],
        },
        { name: "theirs", type: "certificate", container_ref: `http://b/v1/containers/${id(42)}`, secret_refs: [] },
      ],
    },
    "/v1/secrets": {
      secrets: [
        { name: "kube/default/tls-0123456789ab:certificate", secret_ref: `http://b/v1/secrets/${id(41)}` },
        { name: "default/web/authority-0123456789ab", secret_ref: `http://b/v1/secrets/${id(44)}` },
        { name: "theirs/authority", secret_ref: `http://b/v1/secrets/${id(45)}` },
        { name: "kube/default/tls-ba9876543210:private_key", secret_ref: `http://b/v1/secrets/${id(43)}`, updated: "2026-02-02" },
      ],
    },
  };
  world.handle(({ path }) => ({ body: (answers[path.replace(/\?.*/, "")] ?? {}) as never }));
}

test("what carries our mark and is in no state, in three services", async () => {
  fill();
  const found = await findOrphans("octavia", readStates([JSON.stringify(state(id(1), id(20), id(40)))]), "", world.env);
  expect(found.orphans.map(({ type, name, id: at }) => `${type} ${name} ${Number(at.slice(-3))}`)).toEqual([
    "Listener l 10",
    "LoadBalancer default/blog 5",
    "LoadBalancer default/old 2",
    "Secret default/web/authority-0123456789ab 44",
    "Secret kube/default/tls-ba9876543210:private_key 43",
    "SecurityGroup sg 30",
  ]);
  expect(found).toMatchObject({ held: 3, notes: [] });
  expect(world.calls.every((call) => call.method === "GET" || call.service === "identity")).toBe(true);
});

test("of one stack only: dev is not dev2", async () => {
  fill();
  const found = await findOrphans("octavia", readStates([]), "shop/dev", { ...world.env, OCTAVIA_TIMEOUT: "61" });
  expect(found.orphans.map(({ name }) => name)).toEqual(["203.0.113.9", "l", "default/old", "default/web", "sg"]);
});

test("a service that is missing or closed is named and hides nothing", async () => {
  world.catalogue = [world.entry("load-balancer"), world.entry("key-manager")];
  world.handle(({ path }) => (path.startsWith("/v1/") ? fault(403, "Secrets retrieval attempt not allowed") : undefined));
  fill();
  const found = await findOrphans("octavia", readStates([]), "", { ...world.env, OCTAVIA_TIMEOUT: "62" });
  expect(found.orphans).toHaveLength(4);
  expect(found.notes).toEqual([
    expect.stringMatching(/^FloatingIPs could not be listed: LB2037: the catalogue has no service of type network/),
    expect.stringMatching(/^SecurityGroups could not be listed: LB2037/),
    expect.stringMatching(/^Certificates could not be listed: LB2010: .*not allowed$/),
    expect.stringMatching(/^VIP ports could not be listed: LB2037/),
  ]);
});
