import { expect, test } from "vitest";
import { faultsOf } from "../../support/faults";
import { gateway, httpRoute, metaOf, secret, service, translated } from "../../support/small-specs";

// Translations whose bodies are right were reported as faults of this package (LB1399).

const l4 = (annotations: object, ...ports: [string, number, number][]) => service("lb", { annotations, ports, type: "LoadBalancer" });
const l4Rule = (spec: object) => ({ apiVersion: "ako.vmware.com/v1alpha2", kind: "L4Rule", metadata: metaOf("r"), spec });
const ingressClass = {
  ...{ apiVersion: "networking.k8s.io/v1", kind: "IngressClass" },
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const byRule = { "ako.vmware.com/l4rule": "r" };

test.each<[string, object[]]>([
  ["HTTPRoute with the shorter timeout for a server", httpRoute({ timeouts: { request: "10s", backendRequest: "2s" } })],
  ["HTTPRoute with a timeout for a server alone", httpRoute({ timeouts: { backendRequest: "500ms" } })],
  ["HTTPRoute with a timeout of no end", httpRoute({ timeouts: { backendRequest: "0s" } })],
  ["HTTPRoute with a timeout of 6 hours", httpRoute({ timeouts: { request: "6h" } })],
  ["HTTPRoute with retries on no status", httpRoute({ retry: { attempts: 3 } })],
  [
    "HTTPRoute with removed headers in another order",
    httpRoute({ filters: [{ type: "ResponseHeaderModifier", responseHeaderModifier: { remove: ["X-B", "X-A"] } }] }),
  ],
  [
    "HTTPRoute with two parameters, one with a space",
    httpRoute({
      matches: [
        {
          queryParams: [
            { name: "b", value: "1" },
            { name: "a", value: "2 3" },
          ],
        },
      ],
    }),
  ],
  ["Service with TCP and UDP on one number", l4({}, ["TCP", 80, 8080], ["TCP", 443, 8443], ["UDP", 443, 8444])],
  ["Service with ports that share a target port", l4({}, ["TCP", 8443, 8080], ["UDP", 8443, 8443], ["TCP", 9000, 8080])],
  ["Service without traffic", l4({ "ako.vmware.com/disable-traffic": "true" }, ["TCP", 80, 8080])],
  [
    "L4Rule with a profile that has no protocol in its name",
    [...l4(byRule, ["UDP", 5000, 5353]), l4Rule({ networkProfileRef: "own", applicationProfileRef: "System-L4-Application" })],
  ],
  [
    "L4Rule with TLS",
    [
      ...l4(byRule, ["TCP", 443, 8443]),
      l4Rule({
        ...{ applicationProfileRef: "System-SSL-Application", sslKeyAndCertificateRefs: ["own"] },
        listenerProperties: [{ port: 443, protocol: "TCP", enableSsl: true }],
      }),
    ],
  ],
  [
    "IngressRoute to one of two ports without endpoints",
    [
      ...service("x", {
        endpoints: false,
        ports: [
          ["TCP", 80, 8080],
          ["TCP", 8080, 8081],
        ],
      }),
      ...service("web", {}),
      secret("t"),
      {
        ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: metaOf("i") },
        spec: {
          rules: [
            {
              host: "i.com",
              http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "x", port: { number: 8080 } } } }] },
            },
          ],
        },
      },
      {
        ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: metaOf("r") },
        spec: {
          virtualhost: { fqdn: "example.com", tls: { secretName: "t" } },
          routes: [{ match: "/a", services: ["x", "web"].map((name) => ({ name, port: 80 })) }],
        },
      },
    ],
  ],
  [
    "HostRule with useRegex over a path with a slash at its end",
    [
      ...service("web", {}),
      secret("t"),
      {
        ...{ apiVersion: "ako.vmware.com/v1beta1", kind: "HostRule", metadata: metaOf("h") },
        spec: { virtualhost: { fqdn: "example.com", useRegex: true } },
      },
      {
        ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: metaOf("i") },
        spec: {
          tls: [{ hosts: ["example.com"], secretName: "t" }],
          rules: [
            {
              host: "example.com",
              http: { paths: [{ path: "/foo/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
            },
          ],
        },
      },
    ],
  ],
])("no fault of the translation is reported for %s", (_, objects) => {
  for (const naming of ["ako-1.2", "ako-2", "ako-2-evh"]) {
    const settings = { clusterName: "c", naming, defaultIngController: true, controllerVersion: "30.2.1" };
    expect(faultsOf(translated("avi", [...gateway("avi"), ingressClass, ...objects], settings)), naming).toEqual([]);
  }
});

test("an L4Rule with the profile of another protocol is reported as the reason", () => {
  const objects = [
    ...l4(byRule, ["UDP", 5000, 5353]),
    l4Rule({ networkProfileRef: "System-TCP-Proxy", applicationProfileRef: "System-L4-Application" }),
  ];
  const { statuses } = translated("avi", objects, { clusterName: "c", naming: "ako-2" });
  const found = statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1302" || code === "LB1399");
  expect(found.map(({ message }) => message)).toEqual([
    "udp://default/lb:5000: System-TCP-Proxy, the networkProfileRef of its L4Rule, is for another protocol",
  ]);
});
