import { beforeEach, describe, expect, test } from "vitest";
import { KubernetesError, type StatusChange, statusPatch } from "../../../../../provider/kubernetes";
import type { KubernetesObject } from "../../../../../provider/kubernetes/types";
import { statusFields } from "../../../../../sdk/frontends/gateway/programmed";
import type { Status } from "../../../../../sdk/routing";
import type { StateResource } from "../../../../../sdk/watch/stack/stack-state";
import type { Assessment } from "../../../../../sdk/watch/status/assessment";
import { type StatusComponent, StatusWriter } from "../../../../../sdk/watch/status/status-writer";
import type { ApplyMode } from "../../../../../sdk/watch/terms/apply-mode";
import type { PendingChange, ReportedEvent } from "../../../../../sdk/watch/terms/reported-event";
import { FakeClock } from "../fake-clock";

// Statuses, without Pulumi and without a cluster: what is written, when Programmed is True, and what happens where the API server refuses.

const V1 = "gateway.networking.k8s.io/v1";
const LB = "octavia:LoadBalancer lab--infra-web";
const [OURS, THEIRS] = ["k8s-lb.io/gateway", "example.com/other"];
const object = (kind: string, name: string, status?: object): KubernetesObject => ({
  ...{ apiVersion: V1, kind, metadata: { name, namespace: "infra", uid: name } },
  ...(status ? { status: status as never } : {}),
});
const condition = (type: string, generation = 1) => ({ type, status: "True", reason: type, message: "", observedGeneration: generation });
const gateway = (generation = 1): Status => ({
  ...{ object: { apiVersion: V1, kind: "Gateway", namespace: "infra", name: "web" }, state: "ready", description: "", diagnostics: [] },
  ...{ fields: { conditions: [condition("Accepted", generation), condition("Programmed", generation)] }, gateway: "infra/web" },
});
const route = (
  name: string,
  parents = [{ parentRef: { name: "web" }, controllerName: OURS, conditions: [condition("Accepted")] }],
): Status => ({
  ...{ object: { apiVersion: V1, kind: "HTTPRoute", namespace: "infra", name }, state: "ready", description: "", diagnostics: [] },
  fields: { parents },
});

let clock: FakeClock;
let cluster: Map<string, KubernetesObject>;
let assessment: Assessment;
let state: Map<string, StateResource>;
let pending: PendingChange[];
let leads: boolean;
let component: StatusComponent;
let refuse: ((object: KubernetesObject) => unknown) | undefined;
let writes: string[];
let atOnce: number;
let most: number;
let reported: ReportedEvent[];
let trouble: Map<string, unknown>;

async function writeStatus(given: KubernetesObject, change: StatusChange): Promise<boolean> {
  most = Math.max(most, ++atOnce);
  await new Promise((done) => setImmediate(done));
  atOnce--;
  writes.push(given.metadata.name);
  const error = refuse?.(given);
  if (error) throw error;
  const held = cluster.get(given.metadata.name);
  const patch = held && statusPatch(held, change, `at ${clock.now()}`);
  if (!held || !patch) return false;
  const status = Object.fromEntries(Object.entries({ ...(held.status as object), ...patch }).filter(([, value]) => value !== null));
  cluster.set(given.metadata.name, { ...held, status });
  return true;
}

beforeEach(() => {
  [clock, cluster, state, pending, leads] = [new FakeClock(), new Map(), new Map(), [], true];
  [writes, reported, trouble, atOnce, most] = [[], [], new Map(), 0, 0];
  refuse = undefined;
  assessment = {
    statuses: [gateway()],
    resources: [{ id: LB, type: "octavia:LoadBalancer", gateways: ["infra/web"] }],
    differing: new Set(),
  };
  component = { owner: "o", component: { writeStatus: true }, clusters: [{ objects: () => [...cluster.values()], writeStatus }] };
});

function writerFor(apply: ApplyMode = "members"): StatusWriter<StatusComponent> {
  return new StatusWriter({
    ...{ apply, clock, fieldsOf: statusFields },
    components: () => [component],
    assess: async () => assessment,
    state: () => state,
    pending: () => pending,
    leads: () => leads,
    emit: (one) => void reported.push(one),
    errors: { failed: (what, error) => void trouble.set(what, error), resolve: (what) => void trouble.delete(what) },
  });
}

async function check(writer: StatusWriter<StatusComponent>): Promise<void> {
  writer.check();
  await writer.idle();
}
const put = (...objects: KubernetesObject[]) => {
  for (const one of objects) cluster.set(one.metadata.name, one);
};
const create = (address: string) =>
  state.set(LB, { type: "octavia:LoadBalancer", name: "lab--infra-web", id: "1", inputs: {}, outputs: { address } });
interface Written {
  conditions: { type: string; status: string; reason: string; message: string; observedGeneration: number }[];
  addresses?: { value: string }[];
}
const statusOf = (name: string) => cluster.get(name)?.status as unknown as Written;
const programmed = () => statusOf("web").conditions.find(({ type }) => type === "Programmed");

describe("Programmed of a Gateway", () => {
  test("waits for review, and is True with the address once the load balancer is there", async () => {
    put(object("Gateway", "web"));
    assessment = { ...assessment, differing: new Set([LB]) };
    const writer = writerFor();
    await check(writer);
    expect(programmed()).toMatchObject({
      status: "False",
      reason: "Pending",
      message: expect.stringContaining("pulumi up"),
      observedGeneration: 1,
    });
    create("10.0.0.7");
    assessment = { ...assessment, differing: new Set() };
    await check(writer);
    expect(programmed()).toMatchObject({ status: "True", reason: "Programmed" });
    expect(statusOf("web").addresses).toEqual([{ type: "IPAddress", value: "10.0.0.7" }]);
  });

  test("stays while a Route waits for review; a new generation takes it away until it is applied", async () => {
    put(object("Gateway", "web"));
    create("10.0.0.7");
    const writer = writerFor();
    await check(writer);
    assessment = { ...assessment, differing: new Set([LB]) };
    await check(writer);
    expect(programmed()?.status).toBe("True");
    assessment = { ...assessment, statuses: [gateway(2)] };
    await check(writer);
    expect(programmed()).toMatchObject({ status: "False", observedGeneration: 2 });
    expect(statusOf("web").addresses).toMatchObject([{ value: "10.0.0.7" }]);
    assessment = { ...assessment, differing: new Set() };
    await check(writer);
    expect(programmed()).toMatchObject({ status: "True", observedGeneration: 2 });
  });

  test("is known to a new process from the live status, but not of another generation", async () => {
    put(object("Gateway", "web", { conditions: [condition("Accepted"), condition("Programmed")] }));
    create("10.0.0.7");
    assessment = { ...assessment, differing: new Set([LB]) };
    await check(writerFor());
    expect(programmed()?.status).toBe("True");
    assessment = { ...assessment, statuses: [gateway(2)] };
    await check(writerFor());
    expect(programmed()?.status).toBe("False");
  });

  test("that an `up` has written is left while the state is being read, and not for ever", async () => {
    const addresses = [{ type: "IPAddress", value: "10.0.0.7" }];
    const written = (type: string) => ({ ...condition(type), lastTransitionTime: "2026-01-01T00:00:00Z" });
    put(object("Gateway", "web", { conditions: [written("Accepted"), written("Programmed")], addresses }));
    assessment = { ...assessment, differing: new Set([LB]) };
    const writer = writerFor("all");
    await check(writer);
    expect(writes).toEqual([]);
    await clock.pass(31_000);
    await check(writer);
    expect(programmed()).toMatchObject({ status: "False", message: "k8s-lb watch applies it" });
  });

  test.each([
    ["LB2034: LoadBalancer web: quota exceeded for\n  load balancers", "NoResources"],
    ["LB2050: floating IP 10.0.0.9: port 5e1 uses it already", "AddressNotUsable"],
    ["LB2008: LoadBalancer web: Invalid input for field vip_address", "AddressNotUsable"],
    ["LB2017: too much would vanish", "Pending"],
  ] as const)("has the reason of a refusal in one line: %s", async (refused, reason) => {
    put(object("Gateway", "web"));
    assessment = { ...assessment, differing: new Set([LB]) };
    pending = [{ causes: [], since: "", objects: { [LB]: "create" }, refused }];
    await check(writerFor("all"));
    expect(programmed()).toMatchObject({ status: "False", reason, message: refused.replace(/\s+/g, " ") });
  });

  test("is False without an address", async () => {
    put(object("Gateway", "web"));
    create("");
    await check(writerFor());
    expect(programmed()).toMatchObject({ status: "False", reason: "AddressNotAssigned" });
  });
});

describe("writes", () => {
  test("follow an event, and go to objects that differ alone", async () => {
    put(object("HTTPRoute", "a"), object("HTTPRoute", "b"));
    assessment = { ...assessment, statuses: [route("a"), route("b"), route("not-followed")] };
    const writer = writerFor();
    writer.soon();
    writer.soon();
    await clock.pass(599);
    expect(writes).toEqual([]);
    await clock.pass(1);
    await writer.idle();
    expect(writes).toEqual(["a", "b"]);
    await check(writer);
    expect(writes).toEqual(["a", "b"]);
    // somebody wipes one of them
    put(object("HTTPRoute", "a"));
    await check(writer);
    expect(writes).toEqual(["a", "b", "a"]);
    expect(reported).toEqual(["a", "b", "a"].map((name) => ({ what: "status", object: `HTTPRoute infra/${name}` })));
  });

  test("are at most 8 at once", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `r${index}`);
    put(...names.map((name) => object("HTTPRoute", name)));
    assessment = { ...assessment, statuses: names.map((name) => route(name)) };
    await check(writerFor());
    expect([writes.length, most]).toEqual([30, 8]);
  });

  test("take our parents from a Route that no longer refers to us, and leave those of others", async () => {
    const theirs = { parentRef: { name: "x" }, controllerName: THEIRS, conditions: [] };
    put(object("HTTPRoute", "a", { parents: [theirs] }));
    assessment = { ...assessment, statuses: [route("a")] };
    const writer = writerFor();
    await check(writer);
    expect(cluster.get("a")?.status).toMatchObject({ parents: [theirs, { controllerName: OURS }] });
    assessment = { ...assessment, statuses: [] };
    await check(writer);
    expect(cluster.get("a")?.status).toEqual({ parents: [theirs] });
    await check(writer);
    expect(writes).toHaveLength(2);
  });

  test("that fail are tried again a few times, and then with the next event", async () => {
    put(object("HTTPRoute", "a"), object("HTTPRoute", "b"));
    assessment = { ...assessment, statuses: [route("a"), route("b")] };
    refuse = ({ metadata }) => (metadata.name === "a" ? new Error("LB2102: no answer") : undefined);
    const writer = writerFor();
    await check(writer);
    expect([...trouble.keys()]).toEqual(["status of HTTPRoute infra/a"]);
    for (let seconds = 0; seconds < 60; seconds++) {
      await clock.pass(1_000);
      await writer.idle();
    }
    expect(writes.filter((name) => name === "a")).toHaveLength(6);
    refuse = undefined;
    await check(writer);
    expect([cluster.get("a")?.status, [...trouble.keys()]]).toEqual([expect.anything(), []]);
  });

  test("that are forbidden are reported once for the kind", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `r${index}`);
    put(...names.map((name) => object("HTTPRoute", name)));
    assessment = { ...assessment, statuses: names.map((name) => route(name)) };
    refuse = () => new KubernetesError({ reason: "forbidden", status: 403, text: "no" });
    await check(writerFor());
    expect([...trouble.keys()]).toEqual(["status of HTTPRoute"]);
    expect(writes.length).toBeLessThanOrEqual(8);
  });

  test("are reported once and not made with none", async () => {
    put(object("HTTPRoute", "a"));
    assessment = { ...assessment, statuses: [route("a")] };
    const writer = writerFor("none");
    await check(writer);
    await check(writer);
    expect([writes, reported]).toEqual([[], [{ what: "status", object: "HTTPRoute infra/a", would: true }]]);
  });

  test.each(["does not lead", "has no writeStatus"])("are not made where the process or the component %s", async (why) => {
    put(object("HTTPRoute", "a"));
    assessment = { ...assessment, statuses: [route("a")] };
    if (why === "does not lead") leads = false;
    else component = { ...component, component: {} };
    const writer = writerFor();
    await check(writer);
    writer.soon();
    await clock.pass(1_000);
    expect(writes).toEqual([]);
  });

  test("end with the watch", async () => {
    put(object("HTTPRoute", "a"));
    assessment = { ...assessment, statuses: [route("a")] };
    const writer = writerFor();
    writer.soon();
    await writer.close();
    await clock.pass(1_000);
    writer.check();
    expect(writes).toEqual([]);
  });
});
