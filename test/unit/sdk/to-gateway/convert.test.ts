import { describe, expect, it } from "vitest";
import { NO_CHANGES } from "../../../../requests/differences/changes";
import { ingress, ingressV1, openShiftRoute, secret, served } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { converted, differenceLines, expectReadable, lossTexts, specsOf } from "../../../support/to-gateway";

const cert = secret("cert", CERTIFICATE, PRIVATE_KEY);
const HOST = "a.example.com";

/** Manifests of which nothing is lost on either target. */
const PLAIN: Record<string, unknown[]> = {
  "paths of segments and whole paths": [
    ...served("web", 1),
    ...served("cart", 2),
    ingressV1("web", [
      { host: HOST, path: "/", service: "web" },
      { host: HOST, path: "/cart", service: "cart" },
      { host: HOST, path: "/cart/now", type: "Exact", service: "web" },
    ]),
  ],
  "TLS with a redirect": [...served("web", 1), cert, ingressV1("web", [{ host: HOST, path: "/shop", service: "web" }], { tls: [HOST] })],
  "several objects and hosts": [
    ...served("web", 1),
    ...served("cart", 2),
    ingressV1("one", [{ host: HOST, path: "/", service: "web" }]),
    ingressV1("two", [
      { host: HOST, path: "/cart", service: "cart" },
      { host: "b.example.com", path: "/", service: "cart" },
    ]),
  ],
  "a prefix by characters": [
    ...served("web", 1),
    ...served("cart", 2),
    ...served("deep", 3),
    ingressV1("web", [
      { host: HOST, path: "/", service: "web" },
      { host: HOST, path: "/cart", type: "ImplementationSpecific", service: "cart" },
      { host: HOST, path: "/cart/deep", service: "deep" },
      { host: HOST, path: "/cart/deeper.x", type: "ImplementationSpecific", service: "web" },
    ]),
  ],
  "weights of a Route": [
    ...served("web", 1),
    ...served("cart", 2),
    openShiftRoute("web", {
      host: HOST,
      to: { kind: "Service", name: "web", weight: 30 },
      alternateBackends: [{ kind: "Service", name: "cart", weight: 10 }],
    }),
  ],
  "passthrough, with a redirect": [
    ...served("web", 1),
    openShiftRoute("web", {
      host: HOST,
      to: { kind: "Service", name: "web" },
      tls: { termination: "passthrough", insecureEdgeTerminationPolicy: "Redirect" },
    }),
  ],
};

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  it.each(Object.entries(PLAIN))("%s: nothing is lost, and every request gets the same answer", (name, objects) => {
    const result = converted(to, objects);
    expectReadable(result);
    // a passthrough Route has a load balancer of its own, which its name leads to; the listener of a Gateway is for every name
    const isForAll = to === "octavia" && name.startsWith("passthrough");
    expect(differenceLines(result)).toEqual(isForAll ? ["+ tls://*:443 -> default/web:80 (TLS passed through)"] : []);
    expect(lossTexts(result)).toEqual([]);
    expect(specsOf(result, "GatewayClass")).toEqual([{ controllerName: `k8s-lb.io/${to}` }]);
    expect(specsOf(result, "Gateway").map((spec) => spec.gatewayClassName)).toEqual([`k8s-lb-${to}`]);
  });

  it("writes the same for the same objects in another order", () => {
    const objects = Object.values(PLAIN)[0] ?? [];
    expect(converted(to, [...objects].reverse()).manifests).toEqual(converted(to, objects).manifests);
  });

  it("writes nothing where there is nothing", () => {
    expect(converted(to, served("web", 1))).toMatchObject({ manifests: [], losses: [], differences: NO_CHANGES });
  });
});

it("writes a regular expression for a prefix by characters, and for what is below it", () => {
  const rules: { matches: { path: { type: string; value: string } }[] }[] = specsOf(
    converted("octavia", PLAIN["a prefix by characters"] ?? []),
    "HTTPRoute",
  ).flatMap((spec) => spec.rules);
  const paths = rules.flatMap(({ matches }) => matches.map(({ path }) => `${path.type} ${path.value}`));
  expect(paths.sort()).toEqual([
    "PathPrefix /",
    "RegularExpression ^/cart.*",
    "RegularExpression ^/cart/deep(/.*)?",
    "RegularExpression ^/cart/deeper\\.x.*",
  ]);
});

it("hands on connections by name on Avi, and on Octavia with a Gateway for each host", () => {
  const objects = PLAIN["passthrough, with a redirect"] ?? [];
  expect(specsOf(converted("avi", objects), "TLSRoute")).toMatchObject([{ hostnames: [HOST] }]);
  expect(specsOf(converted("octavia", objects), "TCPRoute")).toMatchObject([{ rules: [{ backendRefs: [{ name: "web", port: 80 }] }] }]);
});

it("grants references to other namespaces, and lets their Routes onto the listeners they need", () => {
  const objects = ["red", "blue"].flatMap((namespace) => [
    ...served("web", 1, namespace),
    secret("cert", CERTIFICATE, PRIVATE_KEY, namespace),
    ingressV1("web", [{ host: `${namespace}.example.com`, path: "/", service: "web" }], { namespace, tls: [`${namespace}.example.com`] }),
  ]);
  for (const gatewayNamespace of [undefined, "infra"]) {
    const result = converted("octavia", objects, { gatewayNamespace });
    expectReadable(result);
    expect([differenceLines(result), lossTexts(result)]).toEqual([[], []]);
    const grants = result.manifests.filter(({ kind }) => kind === "ReferenceGrant").map(({ metadata, spec }) => ({ ...metadata, spec }));
    expect(grants).toMatchObject([
      {
        namespace: "blue",
        spec: { from: [{ kind: "Gateway", namespace: gatewayNamespace ?? "default" }], to: [{ kind: "Secret", name: "cert" }] },
      },
      { namespace: "red" },
    ]);
    const https = specsOf(result, "Gateway")[0].listeners.find(({ name }: { name: string }) => name === "https-red.example.com");
    expect(https.allowedRoutes.namespaces.selector.matchExpressions[0].values).toEqual(["red"]);
  }
});

it("puts listeners that a Gateway has no room for into ListenerSets", () => {
  const hosts = Array.from({ length: 70 }, (_, i) => `h${i}.example.com`);
  const result = converted("octavia", [
    ...served("web", 1),
    cert,
    ingressV1(
      "web",
      hosts.map((host) => ({ host, path: "/", service: "web" })),
      { tls: hosts },
    ),
  ]);
  expectReadable(result);
  expect([differenceLines(result), lossTexts(result)]).toEqual([[], []]);
  expect(specsOf(result, "Gateway")[0].listeners).toHaveLength(64);
  expect(specsOf(result, "ListenerSet")[0].listeners).toHaveLength(7);
});

it("serves a default backend on each port", () => {
  const result = converted("octavia", [
    ...served("web", 1),
    ...served("rest", 2),
    cert,
    ingressV1("web", [{ host: HOST, path: "/shop", service: "web" }], { tls: [HOST], defaultService: "rest" }),
  ]);
  expectReadable(result);
  expect([differenceLines(result), lossTexts(result)]).toEqual([[], []]);
  expect(specsOf(result, "HTTPRoute").find(({ hostnames }) => !hostnames).parentRefs).toEqual([
    { name: "openstack", sectionName: "http" },
    { name: "openstack", sectionName: "https" },
  ]);
});

it("writes the Secret for a certificate in a Route only if asked to", () => {
  const route = openShiftRoute("web", {
    host: HOST,
    to: { kind: "Service", name: "web" },
    tls: { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY },
  });
  const hidden = converted("octavia", [...served("web", 1), route]);
  expect(JSON.stringify(hidden.manifests)).not.toContain("PRIVATE KEY");
  expect(lossTexts(hidden)).toEqual([expect.stringMatching(/^Secret default\/web-tls : a listener needs this Secret/)]);
  expect(differenceLines(hidden)).toEqual([]);
  const shown = converted("octavia", [...served("web", 1), route], { showSecrets: true });
  expectReadable(shown);
  expect(shown.manifests.find(({ kind }) => kind === "Secret")?.stringData).toEqual({ "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY });
  expect(lossTexts(shown)).toEqual([]);
});

it("takes no name of an object that exists", () => {
  const [first] = converted("octavia", PLAIN["TLS with a redirect"] ?? []).manifests.filter(({ kind }) => kind === "HTTPRoute");
  const again = converted("octavia", [...(PLAIN["TLS with a redirect"] ?? []), first]);
  expect(again.manifests.map(({ metadata }) => metadata.name)).toContain(`${first?.metadata.name}-2`);
});

it("says what names and paths mean otherwise", () => {
  const objects = [
    ...served("web", 1),
    ingressV1("wild", [{ host: "*.example.com", path: "/", service: "web" }]),
    ingress({ name: "old", rules: [{ host: "o.example.com", path: "/Shop/", service: "web" }] }),
  ];
  expect(lossTexts(converted("octavia", objects)).sort()).toEqual([
    "Ingress default/old /spec/rules/0/http/paths/0/path: o.example.com/Shop/: /Shop without the slash is taken too",
    "Ingress default/wild /spec/rules/0/http/paths/0: *.example.com takes one label in the place of the asterisk, and any number of labels with Gateway API",
  ]);
  expect(lossTexts(converted("avi", objects)).join("\n")).toContain("upper and lower case of paths count as the same on Avi");
});

it("says that objects of other classes are left alone", () => {
  const result = converted("octavia", [
    ...served("web", 1),
    ingressV1("web", [{ host: HOST, path: "/", service: "web" }], { className: "nginx" }),
  ]);
  expect(result.manifests).toEqual([]);
  expect(lossTexts(result)).toEqual([
    "Ingress default/web : nothing is written for it: it is of another class, or the target does not read it",
  ]);
});

it("writes nothing for an object that the target does not serve, and says so", () => {
  const result = converted("octavia", [ingressV1("web", [{ host: HOST, path: "/", service: "web" }], { tls: [HOST], secretName: "none" })]);
  expect(result.manifests).toEqual([]);
  expect(lossTexts(result)).toEqual([expect.stringMatching(/^Ingress default\/web : nothing is written for it, as it is not served: /)]);
});
