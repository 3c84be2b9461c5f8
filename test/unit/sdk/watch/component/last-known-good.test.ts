import { expect, test } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import type { FollowedCluster } from "../../../../../sdk/kubernetes/follow";
import { WatchedComponent } from "../../../../../sdk/watch/component/watched-component";
import type { StateResource } from "../../../../../sdk/watch/stack/stack-state";
import { CLOCK } from "../../../../../sdk/watch/terms/clock";
import { rawOf } from "../../../../../sdk/watch/terms/cluster-object";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../../../support/gateway-manifests";
import { endpoints, ingressV1, service } from "../../../../support/manifests";

// An object is held at the version that was reviewed as long as its version of today has the fault, whatever else changes meanwhile.

type Objects = { metadata: { name: string } }[];

function watched(objects: Objects, writeStatus = false) {
  const now = { objects };
  const cluster = { context: "c", objects: () => now.objects, isWhole: () => true } as unknown as FollowedCluster;
  const options = { owner: "o", settings: { clusterName: "c1", disableStaticRouteSync: true } };
  const component = {
    target: "avi",
    kind: "KubernetesCluster",
    name: "main",
    options,
    clusters: [],
    files: [],
    objects: [],
    ...(writeStatus ? { writeStatus: true as const } : {}),
  };
  const watch = new WatchedComponent(component, [cluster]);
  watch.review();
  const change = (object: Objects[number]) => {
    now.objects = [...now.objects.filter((one) => one.metadata.name !== object.metadata.name || kind(one) !== kind(object)), object];
    return watch.updateStructure(rawOf(object as never, "c"), false, Date.now());
  };
  const judge = (state: ReadonlyMap<string, StateResource> = new Map()) => watch.differences(state, (() => undefined) as never, CLOCK);
  /** The state after the run that applied what was reviewed. */
  const recorded = () => {
    const { names, pools } = watch.translate?.(readSpecs(watch.moments().reviewed)).facts ?? {};
    return new Map([["inventory", { type: "avi:Inventory", inputs: { names, pools } }]]) as unknown as ReadonlyMap<string, StateResource>;
  };
  const put = (member: Objects[number]) => {
    now.objects.push(member);
    watch.reviewedPlan?.update(rawOf(member as never, "c"), false);
  };
  return {
    watch,
    change,
    judge,
    recorded,
    put,
    held: () => watch.lastKnownGood().map(({ object, value }) => [object.name, value !== undefined]),
  };
}

const NO_STATE = new Map();

const kind = (object: object) => Reflect.get(object, "kind");
const pathTo = (name: string, backend: object) => ({
  ...ingressV1(name, [{ host: `${name}.com`, path: "/", service: "web" }]),
  spec: { rules: [{ host: `${name}.com`, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] },
});
const backendAt = (path: string, name: string) => ({ path, pathType: "Prefix", backend: { service: { name, port: { number: 80 } } } });
const sound = (name: string) => pathTo(name, { service: { name: "web", port: { number: 80 } } });
const faulty = pathTo("a", { resource: { kind: "Bucket", name: "b" } });
const objects = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80), sound("a")] as Objects;

test("an object with a misspelt field is held until it is corrected", async () => {
  const { watch, change, judge, held } = watched(objects);
  change({ ...sound("a"), spec: { rules: sound("b").spec.rules, ingressClasName: "x" } } as never);
  expect([watch.holdFaulty(NO_STATE), held()]).toEqual([true, [["a", true]]]);
  change(sound("a") as never);
  await judge();
  expect(held()).toEqual([]);
});

test("an object with a fault is held until it changes, and nothing else releases it", async () => {
  const { watch, change, judge, held } = watched(objects);
  change(faulty as never);
  expect([watch.holdFaulty(NO_STATE), held()]).toEqual([true, [["a", true]]]);
  expect(watch.holdFaulty(NO_STATE)).toBe(false);
  await judge();
  change(sound("b") as never);
  await judge();
  change({ ...sound("c"), spec: { rules: [{ host: "c.com", http: { paths: "none" } }] } } as never);
  await judge();
  expect([held(), watch.causes().map(({ name }) => name)]).toEqual([[["a", true]], ["b", "c"]]);
  expect([watch.holdFaulty(NO_STATE), held()]).toEqual([
    true,
    [
      ["a", true],
      ["c", false],
    ],
  ]);
  watch.review();
  await judge();
  expect(held()).toHaveLength(2);
  change(faulty as never);
  expect(held()).toHaveLength(2);
  change(sound("a") as never);
  expect(held()).toEqual([["c", false]]);
});

test("a new object for which the program stops is left out, also where it was taken as reviewed because it changed nothing", async () => {
  const { watch, change, judge, held } = watched(objects);
  change({ ...sound("c"), spec: { rules: [{ host: "c.com", http: { paths: "none" } }] } } as never);
  watch.review((await judge())?.before);
  expect([watch.causes(), watch.holdFaulty(NO_STATE), held()]).toEqual([[], true, [["c", false]]]);
  expect(watch.holdFaulty(NO_STATE)).toBe(false);
  change(sound("c") as never);
  expect(held()).toEqual([]);
});

test("an object is released where another one corrects its fault", async () => {
  const { watch, change, judge, held } = watched(objects);
  const root = (metadata: object, rest: object) => ({
    ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: { namespace: "default", ...metadata } },
    spec: { routes: [{ match: "/x", ...rest }], virtualhost: { fqdn: "x.com" } },
  });
  const toWeb = (port: number) => ({ services: [{ name: "web", port }] });
  change(root({ name: "x" }, toWeb(80)) as never);
  watch.review();
  change(root({ name: "x" }, toWeb(81)) as never);
  expect([watch.holdFaulty(NO_STATE), held()]).toEqual([true, [["x", true]]]);
  await judge();
  expect(held()).toHaveLength(1);
  change(
    service("web", [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ] as never) as never,
  );
  await judge();
  expect(held()).toEqual([]);
});

test("a new path to a Service without slices is held until its slice comes, and its host stays as it was", async () => {
  const { watch, change, judge, recorded, put, held } = watched(objects);
  const state = recorded();
  change(service("new", [80]) as never);
  change({
    ...sound("a"),
    spec: { rules: [{ host: "a.com", http: { paths: [backendAt("/", "web"), backendAt("/new", "new")] } }] },
  } as never);
  watch.holdUnserved(state);
  expect(held()).toEqual([["a", true]]);
  expect(watch.lastKnownGood()[0]?.because).toContain("its new pool would have no servers: ");
  await judge(state);
  expect([held(), watch.holdsIn("default"), watch.holdsIn("other")]).toEqual([[["a", true]], true, false]);
  put(endpoints("new", ["10.0.0.2"], 80) as never);
  await judge(state);
  watch.holdUnserved(state);
  expect(held()).toEqual([]);
});

test("a new object whose servers are not known is left out; one whose Service is missing only where the preview refuses it", async () => {
  const { watch, change, recorded, held } = watched(objects);
  const state = recorded();
  change(service("new", [80]) as never);
  change(pathTo("b", { service: { name: "new", port: { number: 80 } } }) as never);
  change(pathTo("c", { service: { name: "missing", port: { number: 80 } } }) as never);
  watch.holdUnserved(state);
  expect(held()).toEqual([["b", false]]);
  expect([watch.holdFaulty(state), held()]).toEqual([
    true,
    [
      ["b", false],
      ["c", false],
    ],
  ]);
});

test("a Route to a Service without slices is held, and not the Gateway that changed beside it", () => {
  const base = [...objects.slice(0, 2), gatewayClass("ours", "k8s-lb.io/avi"), gateway("gw", [http("http")])];
  const { watch, change, recorded, held } = watched([...base, httpRoute("r", "gw", [rule("/", { web: 1 })])] as Objects);
  const state = recorded();
  change(service("new", [80]) as never);
  change({ ...gateway("gw", [http("http")]), metadata: { ...gateway("gw", []).metadata, labels: { a: "b" } } } as never);
  change(httpRoute("r", "gw", [rule("/", { web: 1 }), rule("/new", { new: 1 })]) as never);
  watch.holdUnserved(state);
  expect(held()).toEqual([["r", true]]);
});

test("a Route of Gateway API that is held says of its generation of today that it falls back to an earlier version", async () => {
  const route = (generation: number, rules: object[]) => {
    const one = httpRoute("r", "gw", rules);
    return { ...one, metadata: { ...one.metadata, generation } };
  };
  const base = [...objects.slice(0, 2), gatewayClass("ours", "k8s-lb.io/avi"), gateway("gw", [http("http")])];
  const { watch, change, judge } = watched([...base, route(1, [rule("/", { web: 1 })])] as Objects, true);
  change(
    route(2, [
      rule("/", { web: 1 }, { filters: [{ type: "RequestMirror", requestMirror: { backendRef: { name: "web", port: 80 } } }] }),
    ]) as never,
  );
  expect(watch.holdFaulty(NO_STATE)).toBe(true);
  expect(watch.lastKnownGood()).toMatchObject([{ object: { kind: "HTTPRoute" }, value: { metadata: { generation: 2 } } }]);
  await judge();
  const { statuses = [] } = (await watch.assessment(new Map(), (() => undefined) as never, CLOCK)) ?? {};
  const { fields } = statuses.find(({ object }) => object.kind === "HTTPRoute") ?? {};
  expect(fields).toMatchObject({
    parents: [
      {
        conditions: [
          { type: "Accepted", status: "True", observedGeneration: 2 },
          { type: "PartiallyInvalid", status: "True", message: expect.stringMatching(/^Fall Back: .*held at its last known good version/) },
          { type: "ResolvedRefs", status: "True" },
        ],
      },
    ],
  });
});
