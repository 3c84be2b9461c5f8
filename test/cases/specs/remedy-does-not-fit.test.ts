import { expect, test } from "vitest";
import { crossNamespaceWarnings } from "../../../requests/review/request-warnings";
import type { Diagnostic } from "../../../resources/diagnostic";
import type { TargetName } from "../../../sdk/targets";
import { endpoints, ingressV1, served, service } from "../../support/manifests";
import { translateTo } from "../../support/planned";

// Remedies told people to add what they have (a Service), to write settings that their target lacks, or to change what is right.

function told(to: TargetName, objects: unknown[], settings: Record<string, unknown> = {}): Diagnostic[] {
  const { diagnostics, statuses } = translateTo(to, { objects: objects.map((value) => ({ value })), diagnostics: [] }, settings);
  return [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)];
}

const remedies = (code: string, list: readonly Diagnostic[]) => [
  ...new Set(list.filter((one) => one.code === code).map(({ remedy }) => remedy)),
];
const octavia = { service_subnet_id: "s", naming: "kuryr" };
const avi = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi" },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

/** An Ingress whose rule has a host alone. */
function hostOnly(more: { defaultService?: string; className?: string } = {}) {
  const made = ingressV1("app", [], more);
  return { ...made, spec: { ...made.spec, rules: [{ host: "app.example.com" }] } };
}

test("LB1110 asks for a path where a rule has none, whatever Services there are", () => {
  const list = told("avi", [...served("web", 1), avi, hostOnly({ defaultService: "web", className: "avi" })], { naming: "ako-2" });
  expect(remedies("LB1110", list)).toEqual(["Give the rule a path with a Service as backend, or remove the rule."]);
  expect(list.find(({ code }) => code === "LB1110")?.message).toMatch(/processes nothing of an Ingress .* nor its default backend$/);
});

test("LB1110 asks for a rule where an Ingress has a default backend alone, and the target serves none", () => {
  const list = told("avi", [...served("web", 1), avi, ingressV1("app", [], { defaultService: "web", className: "avi" })], {
    naming: "ako-2",
  });
  expect(remedies("LB1110", list)).toEqual(["Give it a rule that leads to a Service, or remove it."]);
});

test("a rule with a host alone is no fault where the default backend serves the host", () => {
  expect(told("octavia", [...served("web", 1), hostOnly({ defaultService: "web" })], octavia)).toEqual([]);
  expect(remedies("LB1110", told("octavia", [...served("web", 1), hostOnly()], octavia))).not.toEqual([]);
});

test("LB1112 names serviceType on Avi alone", () => {
  const objects = [service("web", [80]), ingressV1("app", [{ host: "a.com", path: "/", service: "web" }])];
  const [onAvi] = remedies("LB1112", told("avi", objects));
  const [onOctavia] = remedies("LB1112", told("octavia", objects, octavia));
  expect(onAvi).toContain("`serviceType: NodePort`");
  expect(onOctavia).toContain("liveCluster()");
  expect(onOctavia).not.toContain("serviceType");
});

test("LB1705 leaves a right reference alone: the policy of its Service is at fault", () => {
  const gateway = "gateway.networking.k8s.io/v1";
  const list = told(
    "octavia",
    [
      { apiVersion: gateway, kind: "GatewayClass", metadata: { name: "octavia" }, spec: { controllerName: "k8s-lb.io/octavia" } },
      {
        apiVersion: gateway,
        kind: "Gateway",
        metadata: { name: "web", namespace: "default" },
        spec: { gatewayClassName: "octavia", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
      },
      {
        apiVersion: gateway,
        kind: "HTTPRoute",
        metadata: { name: "pay", namespace: "default" },
        spec: {
          parentRefs: [{ name: "web" }],
          hostnames: ["pay.example.com"],
          rules: [{ backendRefs: [{ name: "pay", port: 443 }] }, { backendRefs: [{ name: "pay", port: 81 }] }],
        },
      },
      service("pay", [{ name: "https", port: 443 }]),
      endpoints("pay", ["10.0.0.1"], [{ name: "https", port: 8443 }]),
      {
        apiVersion: gateway,
        kind: "BackendTLSPolicy",
        metadata: { name: "pay", namespace: "default" },
        spec: {
          targetRefs: [{ group: "", kind: "Service", name: "pay" }],
          validation: { hostname: "pay.example.com", wellKnownCACertificates: "System" },
        },
      },
    ],
    octavia,
  );
  expect(remedies("LB1705", list)).toEqual([
    "Correct or remove BackendTLSPolicy default/pay, or name another port of Service default/pay: this reference is right.",
    "Name a port that the Service has, or add the port to it.",
  ]);
});

test("LB2080 asks the namespace that takes requests to change, and not the one that loses them", () => {
  const rule = (object: string) => ({ by: { object } });
  const change = {
    how: "taken",
    protocol: "tls",
    region: "http://a.com/",
    isRule: rule("Ingress b/grab"),
    wasRule: rule("Ingress a/shop"),
    is: {},
    was: {},
  };
  const [taker, loser] = crossNamespaceWarnings([change as never]);
  expect([taker?.object.name, taker?.remedy]).toEqual(["grab", "If that is not meant, change its host or path."]);
  expect(loser?.object.name).toBe("shop");
  expect(loser?.remedy).toBe("Change nothing in this object. If that is not meant, change the host or path of Ingress b/grab.");
});

test("a list has at least and at most so many entries, and is no number", () => {
  const route = (name: string, spec: object) => ({
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "HTTPRoute",
    metadata: { name },
    spec,
  });
  const hostnames = Array.from({ length: 17 }, (_, i) => `h${i}.com`);
  const list = told("octavia", [route("a", { hostnames }), route("b", { rules: [] })], octavia);
  expect(list.map(({ message }) => message)).toEqual([
    expect.stringContaining("must have at most 16 entries"),
    expect.stringContaining("must have at least 1 entry"),
  ]);
});
