// Paths `/foo` and `/foo/` of one Ingress are two rules to AKO 2: ours dropped the second, and reported nothing when the Service was the same.
import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingressV1, type PathShape, secret, served } from "../../support/manifests";
import { onAvi } from "../../support/requests";

const avi = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi" },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const run = (settings: Record<string, unknown>, ...ingresses: object[]) => {
  const given = [avi, ...served("web", 1), ...served("below", 2), secret("cert", "CERT", "KEY"), ...ingresses];
  const plan = translateToAvi(readSpecs(given.map((value) => ({ value }))), { settings: { clusterName: "c", ...settings } });
  const conflicts = plan.statuses.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ code }) => ["LB1203", "LB1209", "LB1410"].includes(code)),
  );
  return { plan, objects: aviObjects(plan).objects, conflicts: conflicts.map(({ code, object }) => `${code} ${object.name}`) };
};
const path = (at: string, service: string, type: PathShape["type"] = "Prefix"): PathShape => ({ host: "a.com", path: at, type, service });
const of = (name: string, paths: PathShape[], more: { created?: string; tls?: string[] } = {}) =>
  ingressV1(name, paths, { className: "avi", ...more });
const secure = { tls: ["a.com"] };

const orders = [
  [path("/foo", "web"), path("/foo/", "below")],
  [path("/foo/", "below"), path("/foo", "web")],
];

it.each([
  ["ako-2", secure],
  ["ako-2-evh", secure],
  ["ako-2-evh", {}],
])("%s has a rule for each, and the longer one comes first: %o", (naming, tls) => {
  for (const paths of orders) {
    const { objects, conflicts, plan } = run({ naming }, of("in", paths, tls));
    expect([objects.pool?.length, conflicts, plan.statuses.map(({ state }) => state)]).toEqual([2, [], ["ready"]]);
    const switching = objects.httppolicyset?.filter((policy) => JSON.stringify(policy).includes("switching_action"));
    const match = (at: string) => ({ match: { path: { match_str: [at] } } });
    expect(switching).toMatchObject([{ http_request_policy: { rules: [match("/foo/"), match("/foo")] } }]);
  }
});

it("a shared virtual service has a label for each", () => {
  for (const paths of orders) {
    const { objects, conflicts } = run({ naming: "ako-2" }, of("in", paths));
    const at = (request: string) => onAvi(objects, "clear", "a.com", request);
    expect([objects.pool?.length, conflicts]).toEqual([2, []]);
    expect([at("/foo"), at("/foo/"), at("/foo/x")]).toEqual([
      ["c--a.com_foo-default-in"],
      ["c--a.com_foo_-default-in"],
      ["c--a.com_foo_-default-in"],
    ]);
  }
});

it("two ways to write one Service are two pools", () => {
  const { objects } = run({ naming: "ako-2" }, of("in", [path("/foo", "web"), path("/foo/", "web")], secure));
  expect(objects.pool?.map(({ name }) => name)).toEqual(["c--default-a.com_foo-in", "c--default-a.com_foo_-in"]);
});

it("no path at all and / are two, too; the same path twice is one", () => {
  const all = [path("", "web", "ImplementationSpecific"), path("/", "below")];
  expect(run({ naming: "ako-2" }, of("in", all, secure)).objects.pool?.length).toBe(2);
  for (const paths of [
    ["/foo", "/foo/", "/foo"],
    ["/foo/", "/foo", "/foo"],
  ]) {
    const again = run(
      { naming: "ako-2" },
      of(
        "in",
        paths.map((at, i) => path(at, i === 2 ? "below" : "web")),
        secure,
      ),
    );
    expect([again.objects.pool?.length, again.conflicts]).toEqual([2, ["LB1203 in"]]);
  }
});

it.each([
  ["on TLS", secure],
  ["in clear text", {}],
])("two Ingresses have a path each, %s, and the same path twice is the older one's", (_how, more) => {
  const old = of("old", [path("/foo", "web")], { ...more, created: "2026-01-01T00:00:00Z" });
  const young = of("young", [path("/foo/", "below"), path("/foo", "below")], { ...more, created: "2026-02-01T00:00:00Z" });
  for (const naming of ["ako-2", "ako-2-evh"]) {
    const { objects, conflicts } = run({ naming }, old, young);
    expect([objects.pool?.length, conflicts]).toEqual([2, ["LB1203 young"]]);
  }
});

it("a host without a path in one Ingress and with / in another is told that no request reaches the first", () => {
  const bare = of("bare", [path("", "web", "ImplementationSpecific")], { created: "2026-01-01T00:00:00Z" });
  const { plan, objects } = run({ naming: "ako-2" }, bare, of("root", [path("/", "below")]));
  expect(objects.pool?.length).toBe(2);
  const messages = plan.statuses
    .find(({ object }) => object.name === "bare")
    ?.diagnostics.map(({ code, severity, message }) => `${code} ${severity} ${message}`);
  expect(messages).toEqual([
    expect.stringContaining("LB1203 warning a.com without a path gets no request: the path / of Ingress default/root takes them all"),
  ]);
});

it("the first generation and Kubernetes read one path", () => {
  const { objects, conflicts } = run({}, of("in", [path("/foo", "web"), path("/foo/", "below")], secure));
  expect([objects.pool?.length, conflicts]).toEqual([1, ["LB1203 in"]]);
});
