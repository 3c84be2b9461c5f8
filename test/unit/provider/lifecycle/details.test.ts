/** Places that differ, as the engine shows them: which element of which list, and what of it needs a new object. */
import { describe, expect, test } from "vitest";
import { native } from "../../../../provider";

const SERVERS = [1, 2, 3].map((n) => ({ ip: { type: "V4", addr: `10.0.0.${n}` }, port: 80 }));
const pool = (servers: object[], more: object = {}) => ({ owner: "of-details", pool: { name: "p", servers, ...more } });

async function detailsOf(kind: string, id: string, olds: object, news: object) {
  const { changes, details } = await native(kind).diff(id, olds as never, news as never);
  return { changes, details: details().map(({ path, kind, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`) };
}

const ofPool = (olds: object, news: object) => detailsOf("avi:Pool", "admin/p", olds, news);

describe("Avi", () => {
  test("nothing differs", async () => {
    expect(await ofPool(pool(SERVERS), pool([...SERVERS].reverse()))).toEqual({ changes: false, details: [] });
  });

  test("an element that comes is at its place in the program", async () => {
    expect((await ofPool(pool(SERVERS.slice(0, 2)), pool(SERVERS))).details).toEqual(["add pool.servers[2]"]);
  });

  test("an element that goes is at its place in the state", async () => {
    expect((await ofPool(pool(SERVERS), pool([SERVERS[0] ?? {}, SERVERS[2] ?? {}]))).details).toEqual(["delete pool.servers[1]"]);
  });

  test("a field of an element is at its place in the program, whatever was at that place before", async () => {
    const moved = [{ ...SERVERS[2], ratio: 7 }, SERVERS[0] ?? {}, SERVERS[1] ?? {}];
    expect((await ofPool(pool(SERVERS), pool(moved))).details).toEqual(["add pool.servers[0].ratio"]);
  });

  test("an element that takes the place of one that goes is one change", async () => {
    const other = { ip: { type: "V4", addr: "10.0.0.9" }, port: 80 };
    expect((await ofPool(pool(SERVERS), pool([other, SERVERS[1] ?? {}, SERVERS[2] ?? {}]))).details).toEqual(["update pool.servers[0]"]);
  });

  test("only the field that needs a new object replaces", async () => {
    const before = pool(SERVERS, { cloud_ref: "/api/cloud?name=one", lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN" });
    const after = pool(SERVERS, { cloud_ref: "/api/cloud?name=two", lb_algorithm: "LB_ALGORITHM_LEAST_LOAD" });
    expect((await ofPool(before, after)).details.sort()).toEqual(["update pool.lb_algorithm", "update! pool.cloud_ref"]);
  });

  test("another owner is a change of the owner alone", async () => {
    expect((await ofPool(pool(SERVERS), { ...pool(SERVERS), owner: "other" })).details).toEqual(["update owner"]);
  });
});

describe("Octavia", () => {
  const members = (...last: number[]) => last.map((n) => ({ address: `10.0.0.${n}`, protocol_port: 80 }));
  const balancer = (...last: number[]) => ({
    owner: "of-details",
    loadBalancer: {
      name: "lb",
      vip_subnet_id: "s",
      listeners: [
        { name: "l", protocol: "TCP", protocol_port: 80, default_pool: { name: "p", protocol: "TCP", members: members(...last) } },
      ],
    },
  });

  test("a member of a pool of a listener", async () => {
    const { details } = await detailsOf("octavia:LoadBalancer", "default/lb", balancer(1, 2), balancer(1, 3, 4));
    expect(details.sort()).toEqual([
      "add loadBalancer.listeners[0].default_pool.members[2]",
      "update loadBalancer.listeners[0].default_pool.members[1]",
    ]);
  });
});

describe("Mizar", () => {
  const vpc = (spec: object, labels: object = {}) => ({
    owner: "of-details",
    metadata: { name: "v", labels },
    spec: { ip: "10.0.0.0", prefix: "16", ...spec },
  });

  test("a field below spec and a label with a name that is no identifier", async () => {
    const { details } = await detailsOf("mizar:Vpc", "v", vpc({ dividers: 1 }), vpc({ dividers: 2 }, { "app.io/x": "y" }));
    expect(details.sort()).toEqual([`add metadata.labels["app.io/x"]`, "update spec.dividers"]);
  });
});
