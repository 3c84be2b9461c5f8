import { expect, it } from "vitest";
import { edge, give, root, route, secret, service, to } from "../../../support/contour";
import { served } from "../../../support/contour-on-targets";
import { openShiftRoute, served as servedBy } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { converted, differenceLines, expectReadable, lossTexts, specsOf } from "../../../support/to-gateway";

const AT = "IngressRoute n/r /spec/routes/0";

const one = (more: Record<string, unknown>, ofService: Record<string, unknown> = {}, match = "/") => [
  ...served("n/a", 1),
  root("n/r", { fqdn: "x.com", routes: [to(match, [{ name: "a", ...ofService }], more)] }),
];

it.each([
  [{ retryPolicy: { count: 3 } }, {}, "/retryPolicy: requests are not tried again after 5xx"],
  [{}, { strategy: "RingHash" }, "/services/0/strategy: Gateway API has no strategy"],
  [{}, { healthCheck: { path: "/ok" } }, "/services/0/healthCheck: Gateway API has no health checks"],
])("names the field that is lost: %j %j", (more, ofService, text) => {
  const result = converted("avi", one(more, ofService));
  expectReadable(result);
  expect(lossTexts(result).filter((loss) => loss.includes(text))).toEqual([expect.stringContaining(AT + text)]);
  const lines =
    "retryPolicy" in more
      ? ["~ http://x.com: n/a:80 (by HTTPRoute n/r-x.com-http /), was n/a:80 (retry 3 times on 5xx) (by IngressRoute n/r /)"]
      : [];
  expect(differenceLines(result)).toEqual(lines);
});

it("names no strategy that the target has by default", () => {
  expect(lossTexts(converted("octavia", one({})))).toEqual([]);
  expect(lossTexts(converted("octavia", one({}), { settings: { lb_algorithm: "LEAST_CONNECTIONS" } }))).toEqual([
    expect.stringContaining("not balanced by RoundRobin"),
  ]);
  expect(lossTexts(converted("avi", one({}, { strategy: "WeightedLeastRequest" })))).toEqual([]);
});

it("writes a timeout where the target serves it, and names it elsewhere", () => {
  const objects = one({ timeoutPolicy: { request: "1m30s" } }, { strategy: "WeightedLeastRequest" });
  const avi = converted("avi", objects);
  expectReadable(avi);
  expect(specsOf(avi, "HTTPRoute")[0].rules[0].timeouts).toEqual({ request: "1m30s" });
  expect(lossTexts(avi)).toEqual([]);
  const octavia = converted("octavia", objects);
  expect(specsOf(octavia, "HTTPRoute")[0].rules[0].timeouts).toBeUndefined();
  expect(lossTexts(octavia)).toContainEqual(
    expect.stringContaining(`${AT}/timeoutPolicy/request: the timeout 90 s is lost: timeouts are not supported`),
  );
});

it("writes a rewrite where the target serves it, and no rule elsewhere", () => {
  const objects = one({ prefixRewrite: "/new" }, { strategy: "WeightedLeastRequest" }, "/old");
  const avi = converted("avi", objects);
  expectReadable(avi);
  expect(specsOf(avi, "HTTPRoute")[0].rules).toEqual([
    {
      matches: [{ path: { type: "PathPrefix", value: "/old" } }],
      filters: [{ type: "URLRewrite", urlRewrite: { path: { type: "ReplacePrefixMatch", replacePrefixMatch: "/new" } } }],
      backendRefs: [{ name: "a", port: 80 }],
    },
  ]);
  expect(lossTexts(avi)).toEqual([expect.stringContaining(`${AT}/match: x.com/old: only whole segments can be rewritten`)]);
  const octavia = converted("octavia", objects);
  expect(octavia.manifests).toEqual([]);
  expect(lossTexts(octavia)).toContainEqual(expect.stringContaining(`${AT}: http://x.com/old is not served: URLRewrite is not supported`));
});

const verified = (hostname: string) => [
  ...served("n/a", 1).filter(({ kind }) => kind !== "Service"),
  service("n/a", { "contour.heptio.com/upstream-protocol.tls": "80" }, [{ name: "web", port: 80 }]),
  secret("n/ca", "Opaque", { "ca.crt": CERTIFICATE }),
  ...one({}, { strategy: "WeightedLeastRequest", validation: { caSecret: "ca", subjectName: hostname } }).filter(
    ({ kind }) => kind === "IngressRoute",
  ),
];

it("verifies servers by a BackendTLSPolicy where the target serves it, and never leads to them unverified", () => {
  const avi = converted("avi", verified("a.internal"));
  expectReadable(avi);
  expect(specsOf(avi, "BackendTLSPolicy")).toEqual([
    {
      targetRefs: [{ group: "", kind: "Service", name: "a", sectionName: "web" }],
      validation: { hostname: "a.internal", caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "a-80-ca" }] },
    },
  ]);
  expect([lossTexts(avi), differenceLines(avi)]).toEqual([[], []]);
  const octavia = converted("octavia", verified("a.internal"));
  expect(octavia.manifests).toEqual([]);
  expect(lossTexts(octavia)).toContainEqual(expect.stringContaining("the certificates of Service n/a would not be verified"));
});

it("leads to no server of a reencrypted Route, whose name is not given", () => {
  const reencrypted = openShiftRoute("web", {
    host: "example.com",
    to: { kind: "Service", name: "web" },
    tls: { termination: "reencrypt", certificate: CERTIFICATE, key: PRIVATE_KEY, destinationCACertificate: CERTIFICATE },
  });
  const result = converted("avi", [...servedBy("web", 1), reencrypted]);
  expect(specsOf(result, "HTTPRoute")).toEqual([]);
  expect(lossTexts(result)).toContainEqual(
    expect.stringContaining("https://example.com/ is not served: a BackendTLSPolicy needs the name"),
  );
  expect(result.differences.changes).toMatchObject([{ how: "removed", region: "https://example.com" }]);
});

it("names the object that a part of a host was delegated to", () => {
  const result = converted("octavia", [
    ...served("n/a", 1),
    ...served("m/b", 2),
    root("n/r", { fqdn: "x.com", routes: [to("/", "a"), give("/sub", "m/e")] }),
    edge("m/e", [to("/sub", "b", { retryPolicy: { count: 1 } }), to("/sub/", "b")]),
  ]);
  expectReadable(result);
  expect(lossTexts(result)).toContainEqual(expect.stringContaining("IngressRoute m/e /spec/routes/0/retryPolicy"));
  expect(
    result.manifests
      .filter(({ kind }) => kind === "HTTPRoute")
      .map(({ metadata }) => metadata.namespace)
      .sort(),
  ).toEqual(["m", "n"]);
  // Octavia serves no route with retries; without them it does
  expect(differenceLines(result)).toEqual([
    "~ http://x.com ~ ^(?:^/sub.*)$: m/b:80 (by HTTPRoute m/e-x.com-http ^(?:^/sub.*)$), was n/a:80 (by IngressRoute n/r /)",
  ]);
});

it("reads the Route of Contour, with what it says of servers", () => {
  const result = converted("octavia", [
    ...served("n/a", 1),
    route("n/c", {
      host: "x.com",
      lbHealthCheck: { path: "/ok" },
      routes: [{ pathPrefix: "/", upstreams: [{ serviceName: "a", servicePort: 80 }] }],
    }),
  ]);
  expectReadable(result);
  expect(lossTexts(result)).toEqual([expect.stringContaining("Route n/c /spec/routes/0: Gateway API has no health checks")]);
  expect(differenceLines(result)).toEqual([]);
});

it("lists rules of AKO, which are about no Gateways", () => {
  const rule = {
    apiVersion: "ako.vmware.com/v1alpha1",
    kind: "HostRule",
    metadata: { name: "rule", namespace: "n" },
    spec: { virtualhost: { fqdn: "x.com", enableVirtualHost: true } },
  };
  const objects = [...one({}, { strategy: "WeightedLeastRequest" }), rule];
  expect(lossTexts(converted("avi", objects, { settings: { naming: "ako-2" } }))).toContainEqual(
    expect.stringContaining("HostRule n/rule /spec: a HostRule does not apply to Gateways"),
  );
});
