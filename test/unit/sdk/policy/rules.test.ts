import type { PolicyPack, StackValidationPolicy } from "@pulumi/policy";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type CheckedResource,
  certificatesStayValid,
  hostsByNamespace,
  type LoadBalancingPolicy,
  noClearText,
} from "../../../../sdk/policy";
import { STATE_FORMS } from "../../../support/state-forms";

const NOW = new Date("2026-01-01T00:00:00Z");

/** A component as the engine hands it over. */
function component(routes: Record<string, string[]>, certificates: Record<string, object> = {}): CheckedResource {
  return { type: "k8s-lb:avi:KubernetesCluster", name: "main", urn: "urn:main", props: { routes, certificates } };
}

function violations({ validateStack }: LoadBalancingPolicy, ...resources: CheckedResource[]): string[] {
  const messages: string[] = [];
  validateStack({ resources }, (message, urn) => messages.push(`${urn} ${message}`));
  return messages;
}

test("a pack of @pulumi/policy takes the rules", () => {
  expectTypeOf(noClearText()).toExtend<StackValidationPolicy>();
  expectTypeOf<ConstructorParameters<typeof PolicyPack>[1]["policies"]>().toExtend<readonly unknown[]>();
});

describe("hosts by namespace", () => {
  const rule = hostsByNamespace([{ hosts: ["*.team-a.example.com", "team-a.example.com"], namespaces: ["team-a"] }]);

  test.each([
    ["its own host", { "Ingress team-a/web": ["https://x.team-a.example.com/"] }, 0],
    ["a host that nobody claims", { "Ingress team-b/web": ["https://b.example.com/"] }, 0],
    ["a claimed host", { "Ingress team-b/web": ["https://x.team-a.example.com/"] }, 1],
    ["a claimed host in capitals", { "Ingress team-b/web": ["https://X.Team-A.example.com/"] }, 1],
    ["a host deep below the claim", { "Ingress team-b/web": ["https://a.b.team-a.example.com/"] }, 1],
    ["a wildcard below the claim", { "HTTPRoute team-b/web": ["https://*.team-a.example.com/"] }, 1],
    ["the name above the wildcard", { "Ingress team-b/web": ["https://team-a.example.com/x"] }, 1],
    ["a host that only ends alike", { "Ingress team-b/web": ["https://notteam-a.example.com/"] }, 0],
  ])("%s", (_, asks, count) => {
    expect(violations(rule, component(asks as Record<string, string[]>))).toHaveLength(count);
  });

  test("names object, place, owner and remedy", () => {
    expect(violations(rule, component({ "Ingress team-b/web": ["https://x.team-a.example.com/"] }))).toEqual([
      "urn:main Ingress team-b/web asks for https://x.team-a.example.com/, but the host belongs to namespace team-a. Remove the host from Ingress team-b/web, or add namespace team-b to the claim.",
    ]);
  });

  test("claimsOnly forbids what nobody claims", () => {
    const strict = hostsByNamespace([{ hosts: ["a.example.com"], namespaces: ["a"] }], { claimsOnly: true });
    expect(
      violations(
        strict,
        component({ "Ingress b/web": ["http://b.example.com/", "http://*/"], "Ingress a/web": ["http://a.example.com/"] }),
      ),
    ).toHaveLength(2);
  });
});

test("clear text is found, save for the hosts that may", () => {
  const asks = { "Ingress a/web": ["http://a.example.com/x", "https://a.example.com/", "http://s.internal.example.com/"] };
  expect(violations(noClearText({ except: ["*.internal.example.com"] }), component(asks))).toEqual([
    "urn:main Ingress a/web asks for http://a.example.com/x without TLS. Give its host a certificate.",
  ]);
});

test("certificates are found by the days that remain", () => {
  const rule = certificatesStayValid({ days: 30, now: () => NOW });
  const certificates = {
    "Secret a/long": { ends: "2026-02-01T00:00:00.000Z", hosts: ["a.example.com"] },
    "Secret a/short": { ends: "2026-01-30T00:00:00.000Z", hosts: ["b.example.com"] },
    "Secret a/gone": { ends: "2025-12-30T00:00:00.000Z", hosts: [] },
  };
  expect(violations(rule, component({}, certificates))).toEqual([
    "urn:main The certificate of Secret a/short (b.example.com) expires on 2026-01-30, in less than 30 days. Renew it.",
    "urn:main The certificate of Secret a/gone expired on 2025-12-30. Renew it.",
  ]);
});

test("resources without hosts make no violation", () => {
  const others: CheckedResource[] = [
    { type: "k8s-lb:mizar:KubernetesCluster", name: "m", urn: "urn:m", props: {} },
    { type: "k8s-lb:octavia:Service", name: "o", urn: "urn:o", props: {} },
    { type: "aws:s3:Bucket", name: "b", urn: "urn:b", props: { routes: { "Ingress a/b": ["http://a.example.com/"] } } },
  ];
  for (const rule of [hostsByNamespace([], { claimsOnly: true }), noClearText(), certificatesStayValid()])
    expect(violations(rule, ...others)).toEqual([]);
});

test.each(STATE_FORMS)("a %s resource is no component, whatever its outputs are called", (_, prefix) => {
  const routes = { "Ingress team-a/web": ["http://a.example.com/"] };
  const certificates = { "Secret team-a/tls": { ends: "2020-01-01T00:00:00Z", hosts: [] } };
  const { props, ...at } = component(routes, certificates);
  const rules = [noClearText(), certificatesStayValid({ now: () => NOW })];
  for (const rule of rules) {
    expect(violations(rule, { ...at, type: `${prefix}avi:SharedVS`, props })).toEqual([]);
    expect(violations(rule, { ...at, props })).toHaveLength(1);
  }
});
