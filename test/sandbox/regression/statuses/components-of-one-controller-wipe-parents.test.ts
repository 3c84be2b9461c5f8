import { expect, test } from "vitest";
import { ownEntries, statusPatch } from "../../../../provider/kubernetes";
import { ownStatus } from "../../../../provider/kubernetes/condition-lists";
import { readSpecs } from "../../../../sdk/frontends";
import type { Status } from "../../../../sdk/routing";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { wantedStatuses } from "../../../../sdk/watch/status/wanted-statuses";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../../support/gateway-manifests";
import { endpoints, service } from "../../../support/manifests";

// Two components with one controller name took each other's entries out of `parents` of a Route, with two watches three times a second for ever.
// With parts the one that wrote a Route waited for the Gateway of another part, and said Accepted=Unknown for ever.

const OURS = "k8s-lb.io/octavia";
const condition = { type: "Accepted", status: "True", reason: "Accepted", message: "", observedGeneration: 1, lastTransitionTime: "t" };
const at = (name: string, more: object = {}) => ({ parentRef: { name, ...more }, controllerName: OURS, conditions: [condition] });
const policyAt = (name: string) => ({ ancestorRef: { name }, controllerName: OURS, conditions: [condition] });

/** An object whose spec names these parents, with the status after each of these writes. */
function written(names: readonly string[], changes: readonly object[], held?: object): unknown {
  const spec = { parentRefs: names.map((name) => ({ name })) };
  let status = held as { [field: string]: unknown } | undefined;
  for (const change of changes) {
    const patch = statusPatch({ metadata: { name: "r", namespace: "shop" }, spec, status } as never, change as never, "t");
    status = patch ? { ...status, ...patch } : status;
  }
  return status;
}

test("each component writes the entries of its own Gateways, and the other's stay", () => {
  const [one, other] = [{ wanted: { parents: [at("a")] } }, { wanted: { parents: [at("b")] } }];
  const both = { parents: [at("a"), at("b")] };
  expect(written(["a", "b"], [one, other])).toEqual(both);
  expect(written(["a", "b"], [one, other, one, other, one])).toEqual(both);
  expect(written(["a", "b"], [{ wanted: {}, before: one.wanted }], both)).toEqual({ parents: [at("b")] });
  const [ofOne, ofOther] = [{ wanted: { ancestors: [policyAt("a")] } }, { wanted: { ancestors: [policyAt("b")] } }];
  expect(written([], [ofOne, ofOther, ofOne])).toEqual({ ancestors: [policyAt("a"), policyAt("b")] });
  expect(written([], [{ ...ofOne, before: { ancestors: [policyAt("old")] } }], { ancestors: [policyAt("old"), policyAt("b")] })).toEqual({
    ancestors: [policyAt("b"), policyAt("a")],
  });
});

test("sections of a Gateway of ours are ours, however its namespace is written; a Gateway of that name elsewhere is not", () => {
  const whole = { group: "gateway.networking.k8s.io", kind: "Gateway", namespace: "shop" };
  const held = { parents: [at("a", { sectionName: "http" }), at("a", { namespace: "other" }), at("a", { kind: "Service", group: "" })] };
  const [, elsewhere, service] = held.parents;
  const change = { wanted: { parents: [at("a", { ...whole, sectionName: "https" })] } };
  const spec = { parentRefs: held.parents.map(({ parentRef }) => parentRef) };
  const object = { metadata: { name: "r", namespace: "shop" }, spec, status: held };
  expect(statusPatch(object as never, change as never, "t")).toEqual({ parents: [elsewhere, service, change.wanted.parents[0]] });
});

test("an entry whose parent the Route no longer names goes, whoever wrote it", () => {
  expect(written(["b"], [{ wanted: { parents: [at("b")] } }], { parents: [at("a"), at("b")] })).toEqual({ parents: [at("b")] });
  const theirs = { ...at("a"), controllerName: "example.com/other" };
  expect(written(["b"], [{ wanted: { parents: [at("b")] } }], { parents: [theirs] })).toEqual({ parents: [theirs, at("b")] });
});

test("a refresh shows nothing of the other component, and the watch neither writes it nor takes it for applied", () => {
  const { lastTransitionTime: _time, ...shown } = condition;
  const declared = { parents: [{ ...at("a"), conditions: [shown] }] };
  const live = {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: { name: "r", namespace: "shop" } },
    ...{ spec: { parentRefs: [{ name: "a" }, { name: "b" }] }, status: { parents: [at("b"), at("a")] } },
  };
  expect(ownStatus(live as never, declared as never)).toEqual(declared);
  const object = { apiVersion: live.apiVersion, kind: live.kind, namespace: "shop", name: "r" };
  const status: Status = { object, state: "ready", description: "", diagnostics: [], fields: declared };
  const found = wantedStatuses([status], new Map([["HTTPRoute shop/r", live as never]]), new Map(), ({ fields }) => fields);
  expect(found.wanted).toEqual([]);
  expect(live.status.parents.filter(ownEntries("parents", live as never, declared.parents as never))).toEqual([at("a")]);
});

const OBJECTS = (controller: string) => [
  gatewayClass("ours", controller),
  ...["a", "b", "c", "d", "e", "f"].map((name) => gateway(name, [http("http")])),
  ...[service("web", [{ name: "http", port: 80 }]), endpoints("web", ["10.0.0.1"], [{ name: "http", port: 8080 }])],
  (() => {
    const route = httpRoute("r", "a", [rule("/", { web: 1 })]);
    const parentRefs = ["a", "b", "c", "d", "e", "f"].map((name) => ({ name }));
    return { ...route, spec: { ...route.spec, parentRefs } };
  })(),
];

test.each([
  ["octavia", (part: object) => translateToOctavia(specsOf("k8s-lb.io/octavia"), { settings: { service_subnet_id: "s", part } as never })],
  ["avi", (part: object) => translateToAvi(specsOf("k8s-lb.io/avi"), { settings: { clusterName: "c", part } as never })],
])("parts of %s: each has the entries of its own Gateways and waits for none of another", (_, translate) => {
  const ofRoute = (part: object) => translate(part).statuses.filter(({ object }) => object.kind === "HTTPRoute");
  const whole = ofRoute({ index: 0, of: 1 })[0];
  const parentsIn = ({ fields }: Status) => (fields?.parents ?? []) as { parentRef: { name: string } }[];
  const parts = [0, 1, 2].map((index) => ({
    routes: ofRoute({ index, of: 3 }),
    gateways: translate({ index, of: 3 }).statuses.flatMap(({ object }) => (object.kind === "Gateway" ? [object.name] : [])),
  }));
  expect(parts.filter(({ routes }) => routes.length > 0).length).toBeGreaterThan(1);
  for (const { routes, gateways } of parts) {
    const names = routes.flatMap(parentsIn).map(({ parentRef }) => parentRef.name);
    expect(names).toEqual(gateways);
    for (const { gateway: on } of routes.filter((route) => parentsIn(route).length > 0))
      expect(gateways.map((name) => `default/${name}`)).toContain(on);
  }
  const all = parts.flatMap(({ routes }) => routes.flatMap(parentsIn));
  expect(all.sort((x, y) => (x.parentRef.name < y.parentRef.name ? -1 : 1))).toEqual(whole && parentsIn(whole));
});

function specsOf(controller: string) {
  return readSpecs(OBJECTS(controller).map((value) => ({ value })));
}
