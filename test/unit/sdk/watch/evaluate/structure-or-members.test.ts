import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../../../../provider/lifecycle/bodies/json";
import { structureIn, structureOf, structuresOf } from "../../../../../sdk/watch/evaluate/structure-or-members";
import { resourceOf } from "../../../../../sdk/watch/stack/program";
import { isWrittenStatus } from "../../../../../sdk/watch/status/written-status";
import { membersOf, withMembers } from "../../../../../sdk/watch/terms/pool-members";
import { identified } from "../../../../support/identified";
import { STATE_FORMS } from "../../../../support/state-forms";

const pool = (servers: string[], more = {}) => ({ owner: "o", pool: { name: "p", servers, lb_algorithm: "X" }, ...more });

const balancer = (web: string[], api: string[]) => ({
  owner: "o",
  loadBalancer: {
    name: "lb",
    listeners: [{ name: "80", default_pool: { name: "web", members: web } }, { name: "81", default_pool: { name: "api" } }, { name: "82" }],
    pools: [{ name: "api", members: api }],
  },
});

it("servers of a pool of Avi are told, and written without anything else", () => {
  expect(membersOf("avi:Pool", pool(["a"]))).toEqual(new Map([["p", ["a"]]]));
  expect(withMembers("avi:Pool", pool(["a"]), new Map([["p", ["b"]]]))).toEqual(pool(["b"]));
  expect(withMembers("avi:Pool", pool(["a"]), new Map([["other", ["b"]]]))).toEqual(pool(["a"]));
});

it("what the specs lack is kept, and no longer when they tell it", () => {
  expect(membersOf("avi:Pool", pool([], { keep: ["servers"] }))).toEqual(new Map([["p", "kept"]]));
  expect(withMembers("avi:Pool", pool([], { keep: ["servers"] }), new Map([["p", ["b"]]]))).toEqual(pool(["b"]));
});

it("members of Octavia stand in listeners and beside them; a pool that is named stays a name", () => {
  const before = balancer(["a"], ["b"]);
  expect(membersOf("octavia:LoadBalancer", before)).toEqual(
    new Map([
      ["web", ["a"]],
      ["api", ["b"]],
    ]),
  );
  expect(withMembers("octavia:LoadBalancer", before, new Map([["api", ["c"]]]))).toEqual(balancer(["a"], ["c"]));
});

it("structure is what is left: neither servers, nor keys of certificates, nor words of one run", () => {
  expect(structureOf("avi:Pool", pool(["a"], { adopt: true, ...identified("", ["x"]) }))).toEqual(
    structureOf("avi:Pool", pool(["b", "c"])),
  );
  const child = (key: string, certificate: string) => ({ certificate: { certificate, key } });
  expect(structureOf("avi:SniVS", child("one", "c"))).toEqual(structureOf("avi:SniVS", child("two", "c")));
  expect(structureOf("avi:SniVS", child("one", "c"))).not.toEqual(structureOf("avi:SniVS", child("one", "d")));
});

it("certificates that listeners keep are no structure, and the listeners that keep them are named to the load balancer", () => {
  const listener = (port: number, ref?: string) => ({
    protocol: "TERMINATED_HTTPS",
    protocol_port: port,
    ...(ref ? { default_tls_container_ref: { name: ref } } : {}),
  });
  const inputs = (one: string | undefined, other: string | undefined, names: string[], keep?: string[]) => ({
    loadBalancer: { name: "lb", listeners: [listener(443, one), listener(8443, other)], pools: [{ name: "p", members: [] }] },
    secrets: names.map((name) => ({ name, certificate: "c", key: "k" })),
    ...(keep ? { keep } : {}),
  });
  const type = "octavia:LoadBalancer";
  const at = (held: ReturnType<typeof inputs>, outputs: object = held) => ({ inputs: held, outputs: { ...outputs } });
  const before = inputs("a", "b", ["a", "b"]);
  const kept = inputs(undefined, "b", ["b"], ["listeners/TCP:443", "p"]);
  const [one, other] = structuresOf(type, at(before), kept);
  expect(one).toEqual(other);
  expect(structureOf(type, kept).keep).toEqual(["listeners/TCP:443"]);
  // one that was not created yet gets its first certificate
  const first = inputs("a", "b", ["a", "b"], ["listeners/TCP:443"]);
  expect(isDeepStrictEqual(...structuresOf(type, at(kept), first))).toBe(true);
  expect(isDeepStrictEqual(...structuresOf(type, at(kept, { loadBalancer: { listeners: [listener(8443)] } }), first))).toBe(false);
  // another listener, and the same one when nothing is kept any more
  expect(isDeepStrictEqual(...structuresOf(type, at(before), inputs(undefined, "c", ["c"], ["listeners/TCP:443"])))).toBe(false);
  expect(isDeepStrictEqual(...structuresOf(type, at(kept), before))).toBe(false);
});

describe.each(STATE_FORMS)("steps of %s resources", (_, prefix) => {
  it("a status that the watch writes itself is no structure, also where it is new; that of another kind is", () => {
    const status = (op: string, apiVersion: string) => {
      const resource = { inputs: { apiVersion, kind: "HTTPRoute", name: "a" }, outputs: {} };
      const type = `${prefix}kubernetes:ObjectStatus`;
      return { op, type, name: op, ...(op === "delete" ? { before: resource } : { after: resource }) };
    };
    const gateway = ["create", "update", "delete"].map((op) => status(op, "gateway.networking.k8s.io/v1"));
    const others = ["create", "update", "delete"].map((op) => status(op, "networking.k8s.io/v1"));
    expect(structureIn([...gateway, ...others]).map(({ name }) => name)).toEqual(["create", "delete"]);
    expect([...gateway, ...others].filter(isWrittenStatus)).toEqual(gateway);
    expect(structureIn([{ op: "create", type: `${prefix}avi:Pool`, name: "p" }])).toHaveLength(1);
  });

  it("statuses of many objects are structure where an object comes or goes, and never of kinds that the watch writes", () => {
    const statuses = (ids: string[], text = "{}") => ({
      inputs: { __objects: Object.fromEntries(ids.map((id) => [id, text])) },
      outputs: {},
    });
    const step = (name: string, before: string[] | undefined, after: string[] | undefined, op = "update") => ({
      ...{ op, type: `${prefix}kubernetes:ObjectStatuses`, name },
      ...(before ? { before: statuses(before) } : {}),
      ...(after ? { after: statuses(after, UNKNOWN) } : {}),
    });
    const [ingress, other] = ["Ingress.networking.k8s.io/shop/a", "Ingress.networking.k8s.io/shop/b"];
    const route = "HTTPRoute.gateway.networking.k8s.io/shop/a";
    const steps = [
      step("address", [ingress, other], [other, ingress]),
      step("more", [ingress], [ingress, other]),
      step("fewer", [ingress, other], [ingress]),
      step("first", undefined, [ingress], "create"),
      step("routes", [route], undefined, "delete"),
      step("route", undefined, [route], "create"),
      step("core", ["Service/shop/a"], ["Service/shop/a", "Service/shop/b"]),
    ];
    expect(structureIn(steps).map(({ name }) => name)).toEqual(["more", "fewer", "first", "core"]);
    expect(steps.filter(isWrittenStatus).map(({ name }) => name)).toEqual(["routes", "route"]);
  });

  it("another server is no structure, another algorithm is; so is a component, and what others make", () => {
    const state = (servers: string[], lb_algorithm: string) => ({
      inputs: { owner: "o", pool: { name: "p", servers, lb_algorithm }, __origin: servers.join() },
      outputs: {},
    });
    const step = (name: string, type: string, lb_algorithm: string) => ({
      ...{ op: "update", type, name },
      ...{ before: state(["a"], "X"), after: state(["b"], lb_algorithm) },
    });
    const steps = [
      step("servers", `${prefix}avi:Pool`, "X"),
      step("algorithm", `${prefix}avi:Pool`, "Y"),
      step("summary", `${prefix}avi:Summary`, "Y"),
      step("other", "kubernetes:core/v1:Service", "X"),
      { op: "create", type: "k8s-lb:avi:KubernetesCluster", name: "component" },
    ];
    expect(structureIn(steps).map(({ name }) => name)).toEqual(["algorithm", "other", "component"]);
    const named = ["avi:Pool servers", "avi:Pool algorithm", "avi:Summary summary"];
    expect(steps.map(resourceOf)).toEqual([...named, "kubernetes:core/v1:Service other", "k8s-lb:avi:KubernetesCluster component"]);
  });
});
