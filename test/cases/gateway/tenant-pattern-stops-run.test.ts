import { expect, test } from "vitest";
import { answer } from "../../../requests/answer/answer";
import { parseRequest } from "../../../requests/answer/request";
import { differences } from "../../../requests/differences/differences";
import type { Condition, RoutingTable } from "../../../requests/table/routing-table";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { translateTo } from "../../support/planned";

// An HTTPRoute with /(a|a|a|a)*# beside a path of 40 letters a, or an Ingress with useRegex and /(a|a|a|a)*b, made preview, translate, diff and
// test run for ever, and one request to a watch stopped it.

const SETTINGS = {
  avi: { clusterName: "c", gatewayController: "x/y" },
  octavia: { naming: "occm", cluster_name: "c", subnet_id: "4f6c1c1e-1111-4111-8111-111111111111", gatewayController: "x/y" },
} as const;

const matching = (type: string, value: string) => ({ matches: [{ path: { type, value } }], backendRefs: [] });

test.each(["avi", "octavia"] as const)("a pattern with many ways through a path of another rule ends on %s", (target) => {
  for (const length of [40, 900]) {
    const rules = [matching("RegularExpression", "/(a|a|a|a)*#"), matching("Exact", `/${"a".repeat(target === "avi" ? length : 40)}`)];
    const objects = [gatewayClass("ours", "x/y"), gateway("gw", [http("l")]), httpRoute("r", "gw", rules)].map((value) => ({ value }));
    expect(translateTo(target, { objects, diagnostics: [] }, SETTINGS[target]).statuses.length).toBeGreaterThan(0);
  }
});

test("a path of an Ingress that a HostRule makes a pattern ends", () => {
  const paths = ["/(a|a|a|a)*b", `/${"a".repeat(4000)}`].map((path) => ({
    path,
    pathType: "Prefix",
    backend: { service: { name: "own", port: { number: 80 } } },
  }));
  const objects = [
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: { name: "avi-lb", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
      spec: { controller: "ako.vmware.com/avi-lb" },
    },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "x", namespace: "team6" },
      spec: { rules: [{ host: "x.x.com", http: { paths } }] },
    },
    {
      apiVersion: "ako.vmware.com/v1alpha1",
      kind: "HostRule",
      metadata: { name: "hr", namespace: "team6" },
      spec: { virtualhost: { fqdn: "x.x.com", useRegex: true } },
    },
  ].map((value) => ({ value }));
  const settings = { clusterName: "c", naming: "ako-2-evh", shardVSSize: "SMALL", subDomains: ["x.com"] };
  expect(translateTo("avi", { objects, diagnostics: [] }, settings).statuses.length).toBeGreaterThan(0);
});

const served = (match: Condition[], service: string): RoutingTable => ({
  addresses: [
    {
      ...{ name: "vs", group: "hosts" },
      ports: [
        {
          ...{ port: 80, protocol: "http" },
          hosts: { "x.x": { rules: [{ match, to: { forward: [{ weight: 1, service }] } }] } },
          otherwise: { status: 404 },
        },
      ],
    },
  ],
});

const HOSTILE = ["(a|a|a|a)*%", "^/?(a*)*$", "(.*a){20}[^a!]$", "(a|aa)+$", "(([a-z])+.)+[A-Z]([a-z])+$"];

test.each(HOSTILE)("%s is compared and asked in time, of a path, a header and a query", (pattern) => {
  const conditions: Condition[] = [
    { of: "path", is: "regex", values: [pattern] },
    { of: "header", name: "x-a", is: "regex", values: [pattern], list: true },
    { of: "query", name: "a", is: "regex", values: [pattern] },
  ];
  for (const length of [40, 4000]) {
    const text = `${"a".repeat(length)}!`;
    const request = parseRequest({ url: `http://x.x/${text}?a=${text}`, headers: { "x-a": text } })!;
    for (const condition of conditions) expect(answer(served([condition], "web"), request).answer).toEqual({ kind: "status", status: 404 });
  }
  for (const condition of conditions)
    expect(differences(served([condition], "web"), served([condition], "api")).differences).toHaveLength(1);
});
