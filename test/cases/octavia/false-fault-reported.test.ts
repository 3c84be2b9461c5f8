import { expect, test } from "vitest";
import { faultsOf } from "../../support/faults";
import { gateway, httpRoute, metaOf, secret, service, translated } from "../../support/small-specs";

// Translations whose bodies are right were reported as faults of this package (LB1399), or with a reason of another kind of object.

const KURYR = { service_subnet_id: "s" };
const OCCM = { naming: "occm", cluster_name: "c", subnet_id: "s" };

test.each<[string, object[]]>([
  [
    "IngressRoute with a timeout",
    [
      ...service("web", {}),
      {
        ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: metaOf("r") },
        spec: {
          virtualhost: { fqdn: "r.com" },
          routes: [{ match: "/", timeoutPolicy: { request: "1s" }, services: [{ name: "web", port: 80 }] }],
        },
      },
    ],
  ],
  ["Service with a range of all addresses", service("lb", { type: "LoadBalancer", ranges: ["10.0.0.0/8", "0.0.0.0/0"] })],
  [
    "Service with TCP and UDP on one number",
    service("dns", {
      type: "LoadBalancer",
      ports: [
        ["UDP", 53, 5353],
        ["TCP", 53, 5354],
      ],
    }),
  ],
  [
    "HTTPRoute to a Service with the servers of another",
    [
      ...service("coffee", {}),
      {
        ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: metaOf("coffee") },
        spec: {
          ...{ parentRefs: [{ name: "web" }], hostnames: ["h.com"] },
          rules: [{ matches: [{ path: { value: "/coffee" } }], backendRefs: [{ name: "coffee", port: 80 }] }],
        },
      },
      ...httpRoute({ matches: [{ path: { value: "/tea" }, headers: [{ name: "version", value: "v1" }] }] }),
    ],
  ],
])("no fault of the translation is reported for %s", (_, objects) => {
  for (const settings of [KURYR, OCCM]) expect(faultsOf(translated("octavia", [...gateway("octavia"), ...objects], settings))).toEqual([]);
});

test("responders of a Gateway give the answers that are asked for, and no Route is blamed for them", () => {
  const objects = [
    ...gateway("octavia"),
    ...httpRoute({ matches: [{ path: { value: "/a" } }], backendRefs: [{ name: "web", port: 80, weight: 0 }] }),
  ];
  const responders = { notFound: "default/none:80", failed: "default/failed:80" };
  const all = [...objects, ...service("none", { address: "10.9.0.1" }), ...service("failed", { address: "10.9.0.2" })];
  const { statuses, diagnostics } = translated("octavia", all, { ...KURYR, responders });
  const messages = [...statuses.flatMap((one) => one.diagnostics), ...diagnostics].map(({ message }) => message);
  expect(messages.filter((one) => /fault of pulumi-k8s-lb|Route of the host/.test(one))).toEqual([]);
});

test("an Ingress whose host is redirected as an IngressRoute asks is reported with that reason", () => {
  const objects = [
    ...service("web", {}),
    secret("t"),
    {
      ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: metaOf("blog") },
      spec: {
        virtualhost: { fqdn: "example.com", tls: { secretName: "t" } },
        routes: [{ match: "/blog", services: [{ name: "web", port: 80 }] }],
      },
    },
    {
      ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: metaOf("shop") },
      spec: {
        tls: [{ hosts: ["example.com"], secretName: "t" }],
        rules: [
          {
            host: "example.com",
            http: { paths: [{ path: "/shop", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
          },
        ],
      },
    },
  ];
  const plan = translated("octavia", objects, KURYR);
  expect(faultsOf(plan)).toEqual([]);
  const found = plan.statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1302");
  expect(found.map(({ object, message }) => `${object.kind}: ${message}`)).toEqual([
    "Ingress: http://example.com/shop/...: redirected with 301 instead of 302, as IngressRoute default/blog asks: the host has one redirect on Octavia",
  ]);
});
