import { afterEach, expect, test, vi } from "vitest";
import { findingLines } from "../../../requests/review/findings";
import type { Diagnostic } from "../../../resources/diagnostic";
import { alike, alikeLine } from "../../../resources/similar-diagnostics";
import { grouped } from "../../../sdk/cli/output";
import { readSpecs } from "../../../sdk/frontends";
import { findingsIn } from "../../../sdk/plan";
import { translateToAvi } from "../../../sdk/targets/avi/translate";

// A request that gets another answer than its spec asks was a notice, which a preview hides; and what Avi does to every path alike was a
// line for each path, which the engine repeated on the row of the component: 56 of 65 lines of an unchanged preview.

afterEach(() => vi.restoreAllMocks());

const NAMES = ["foo", "bar", "baz", "Qux"];

const path = (type: string, value: string) => ({ path: value, pathType: type, backend: { service: { name: "a", port: { number: 80 } } } });

const ingress = (name: string, host: string, paths: object[]) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name, namespace: "default" },
  spec: { rules: [{ host, http: { paths } }] },
});

const route = (name: string, host: string) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name, namespace: "default" },
  spec: { host, path: "/foo", to: { kind: "Service", name: "a" }, port: { targetPort: 8080 } },
});

const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "a", namespace: "default" },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
};

const endpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "a", namespace: "default" },
  subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 8080 }] }],
};

function planned(objects: object[], naming: string) {
  return translateToAvi(readSpecs([ingressClass, service, endpoints, ...objects].map((value) => ({ value }))), {
    settings: { clusterName: "c", naming },
  });
}

const all = (objects: object[], naming: string): Diagnostic[] =>
  planned(objects, naming).statuses.flatMap(({ diagnostics }) => diagnostics);

test.each(["ako-1.2", "ako-2", "ako-2-evh"])("with %s nothing that changes an answer is a notice", (naming) => {
  const paths = NAMES.map((name) => path("Prefix", `/${name}`));
  const found = all([ingress("web", "a.com", [...paths, path("Exact", "/foo")]), route("r", "r.com")], naming);
  const notices = found.filter(({ severity }) => severity === "notice");
  expect(notices).toEqual([]);
  expect(found.map(({ message }) => message)).toEqual(expect.arrayContaining([expect.stringContaining("a.com/foo also matches /foox")]));
});

test("an Exact path that is not served is a warning", () => {
  const found = all([ingress("web", "a.com", [path("Exact", "/foo")]), ingress("more", "a.com", [path("Prefix", "/foo")])], "ako-1.2");
  expect(found.find(({ code }) => code === "LB1209")).toMatchObject({ severity: "warning", object: { name: "web" } });
});

test("a preview says once, with a count, what Avi does to every path alike", () => {
  const objects = ["a.com", "b.com"].map((host, i) =>
    ingress(
      `web-${i}`,
      host,
      NAMES.slice(0, 3).map((name) => path("Prefix", `/${name}`)),
    ),
  );
  const findings = findingLines([], findingsIn(planned(objects, "ako-1.2")));
  const [header, ...lines] = findings?.text.split("\n") ?? [];
  expect(header).toBe("6 warnings about the specs:");
  expect(lines).toEqual([
    "LB1302 Ingress default/web-0 /spec (and 5 more): 6 paths: a.com/foo also matches /foox, a.com/bar also matches /barx, a.com/baz also matches /bazx, ...: a shared virtual service compares prefixes by characters and ignores case. Choose a path that begins no other, or give the host TLS: with naming ako-1.2 its paths are compared as the object asks.",
  ]);
});

test("other reasons and errors stay apart, in a preview and in the tables of commands", () => {
  const object = (name: string) => ({ apiVersion: "v1", kind: "Service", namespace: "default", name });
  const one = (severity: Diagnostic["severity"], name: string, message: string): Diagnostic => ({
    ...{ code: "LB1302", severity, pointer: "/spec", message },
    object: object(name),
  });
  const given = [
    one("warning", "a", "it is: odd"),
    one("warning", "b", "it was: odd"),
    one("warning", "a", "it is: new"),
    one("error", "a", "x: y"),
    one("error", "b", "x: y"),
  ];
  expect(grouped(given).map(({ first: { message }, more }) => message + more)).toEqual([
    "2 times: it is: odd; it was: odd (and 1 more)",
    "it is: new",
    "x: y",
    "x: y",
  ]);
});

test("messages that are no paths stay whole where they share a line", () => {
  const of = (name: string) => ({
    ...{ code: "LB1102", severity: "warning" as const, pointer: "", remedy: "Correct the port" },
    object: { apiVersion: "v1", kind: "Ingress", namespace: "default", name },
    message: `Service default/${name} has no port named htpp, it has: http (80)`,
  });
  expect(alike([of("a"), of("b")]).map(alikeLine)).toEqual([
    "LB1102 Ingress default/a (and 1 more): 2 times: Service default/a has no port named htpp, it has: http (80); Service default/b has no port named htpp, it has: http (80). Correct the port",
  ]);
});

test("an annotation that is not used is a line for each object and each annotation", () => {
  const prefix = "nginx.ingress.kubernetes.io";
  const of = (name: string, annotation: string) => ({
    ...{ code: "LB1007", severity: "warning" as const, pointer: `/metadata/annotations/${prefix}~1${annotation}`, remedy: "Remove it" },
    object: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "default", name },
    message: `the annotation ${prefix}/${annotation} is not used: requests are not redirected`,
  });
  const given = [of("a", "permanent-redirect"), of("a", "temporal-redirect"), of("b", "permanent-redirect")];
  const lines = given.map(({ object: { name }, pointer, message }) => `LB1007 Ingress default/${name} ${pointer}: ${message}. Remove it`);
  expect(alike(given).map(alikeLine)).toEqual(lines);
  const notices = given.map((one) => ({ ...one, severity: "notice" as const }));
  expect(alike(notices)).toHaveLength(1);
});
