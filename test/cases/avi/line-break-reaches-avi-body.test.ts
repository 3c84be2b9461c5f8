import { expect, test } from "vitest";
import { describeObject } from "../../../resources/diagnostic";
import { TARGETS, type TargetName } from "../../../sdk/targets";

// CR, LF and NUL in values of headers, and in paths of redirects and rewrites, went into bodies as written: what follows them would be a header
// of its own. VT, DEL and other control characters went in, too: a server refuses the request that holds one. One case for each way from a
// spec to a body.

const meta = (name: string) => ({ name, namespace: "shop" });
const COMMON = [
  {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
    spec: { controller: "ako.vmware.com/avi-lb" },
  },
  { apiVersion: "v1", kind: "Service", metadata: meta("web"), spec: { type: "ClusterIP", ports: [{ name: "http", port: 80 }] } },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: meta("web"),
    subsets: [{ addresses: [{ ip: "10.1.0.5" }], ports: [{ name: "http", port: 8080 }] }],
  },
];
const ingress = (path: string) => ({
  ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: meta("web") },
  spec: {
    rules: [
      {
        host: "example.com",
        http: {
          paths: ["/ok", path].map((one) => ({
            path: one,
            pathType: "Prefix",
            backend: { service: { name: "web", port: { number: 80 } } },
          })),
        },
      },
    ],
  },
});
const gateway = (to: TargetName, kind: string, rule: object) => [
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "lb" },
    spec: { controllerName: `k8s-lb.io/${to}` },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: meta("edge") },
    spec: { gatewayClassName: "lb", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind, metadata: meta("web") },
    spec: { parentRefs: [{ name: "edge" }], rules: [{ backendRefs: [{ name: "web", port: 80 }], ...rule }] },
  },
];
const filter = (type: string, member: string, content: object) => ({ filters: [{ type, [member]: content }] });
const ingressRoute = (route: object) => ({
  ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: meta("web") },
  spec: { virtualhost: { fqdn: "example.com" }, routes: [{ match: "/", services: [{ name: "web", port: 80 }], ...route }] },
});
const akoRule = (kind: string, spec: object) => [
  ingress("/b"),
  { apiVersion: "ako.vmware.com/v1beta1", kind, metadata: meta("web"), spec },
];

type Case = readonly [where: string, object: string, at: string, specs: (to: TargetName, text: string) => object[]];

const GATEWAY: readonly Case[] = (
  [
    ["set", "RequestHeaderModifier", "requestHeaderModifier", "set/0/value", (value: string) => ({ set: [{ name: "x", value }] })],
    ["add", "ResponseHeaderModifier", "responseHeaderModifier", "add/0/value", (value: string) => ({ add: [{ name: "x", value }] })],
    ["removed", "RequestHeaderModifier", "requestHeaderModifier", "remove/0", (value: string) => ({ remove: [value] })],
    [
      "rewritten path",
      "URLRewrite",
      "urlRewrite",
      "path/replacePrefixMatch",
      (value: string) => ({ path: { type: "ReplacePrefixMatch", replacePrefixMatch: value } }),
    ],
    [
      "redirect",
      "RequestRedirect",
      "requestRedirect",
      "path/replaceFullPath",
      (value: string) => ({ path: { type: "ReplaceFullPath", replaceFullPath: value } }),
    ],
  ] as const
).map(
  ([what, type, member, at, content]): Case => [
    `HTTPRoute, ${what}`,
    "HTTPRoute shop/web",
    `/spec/rules/0/filters/0/${member}/${at}`,
    (to, text) =>
      gateway(to, "HTTPRoute", { ...filter(type, member, content(text)), ...(type === "RequestRedirect" ? { backendRefs: [] } : {}) }),
  ],
);

const CASES: readonly Case[] = [
  ...GATEWAY,
  [
    "HTTPRoute, header that is asked for",
    "HTTPRoute shop/web",
    "/spec/rules/0/matches/0/headers/0/value",
    (to, text) => gateway(to, "HTTPRoute", { matches: [{ headers: [{ name: "x", value: text }] }] }),
  ],
  [
    "IngressRoute, prefixRewrite",
    "IngressRoute shop/web",
    "/spec/routes/0/prefixRewrite",
    (_, text) => [ingressRoute({ prefixRewrite: text })],
  ],
  ["IngressRoute, match", "IngressRoute shop/web", "/spec/routes/0/match", (_, text) => [ingressRoute({ match: text })]],
  [
    "IngressRoute, health check",
    "IngressRoute shop/web",
    "/spec/routes/0/services/0/healthCheck/host",
    (_, text) => [ingressRoute({ services: [{ name: "web", port: 80, healthCheck: { path: "/", host: text } }] })],
  ],
  ["Ingress, path", "Ingress shop/web", "/spec/rules/0/http/paths/1/path", (_, text) => [ingress(text)]],
  [
    "Route, path",
    "Route.route.openshift.io shop/web",
    "/spec/path",
    (_, text) => [
      {
        ...{ apiVersion: "route.openshift.io/v1", kind: "Route", metadata: meta("web") },
        spec: { host: "example.com", path: text, to: { kind: "Service", name: "web" } },
      },
    ],
  ],
];

const AKO_CASES: readonly Case[] = [
  [
    "HostRule, applicationRootPath",
    "HostRule shop/web",
    "virtualhost/applicationRootPath",
    (_, text) => akoRule("HostRule", { virtualhost: { fqdn: "example.com", applicationRootPath: text } }),
  ],
  [
    "HTTPRule, header of a hash",
    "HTTPRule shop/web",
    "paths/0/loadBalancerPolicy/hostHeader",
    (_, text) =>
      akoRule("HTTPRule", {
        fqdn: "example.com",
        paths: [
          {
            target: "/",
            loadBalancerPolicy: {
              algorithm: "LB_ALGORITHM_CONSISTENT_HASH",
              hash: "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER",
              hostHeader: text,
            },
          },
        ],
      }),
  ],
];

const SETTINGS = {
  avi: { naming: "ako-2", clusterName: "c", subDomains: ["com"] },
  octavia: { naming: "occm", cluster_name: "c", subnet_id: "s", member_mode: "endpoints" },
};

function translated(to: keyof typeof SETTINGS, specs: object[]) {
  const target = TARGETS[to];
  const objects = [...COMMON, ...specs].map((value) => ({ value }));
  const plan = target.translate(target.read(objects, []), { settings: { ...SETTINGS[to] } });
  const reported = plan.statuses.flatMap(({ object, diagnostics }) =>
    diagnostics.map(({ pointer, message }) => `${describeObject(object)} ${pointer} ${message}`),
  );
  return { bodies: JSON.stringify(target.objects(plan, {})), told: reported };
}

const SIGNS = ["\r", "\n", "\0", "\r\n", "\x01", "\b", "\v", "\f", "\x1b", "\x7f"];

const TARGETED = (["avi", "octavia"] as const).flatMap((to) =>
  [...CASES, ...(to === "avi" ? AKO_CASES : [])].map((one) => [one[0], to, one] as const),
);

test.each(TARGETED)(
  "%s on %s: a line break or another control character is refused with its place, and in no body",
  (_where, to, [, object, at, specs]) => {
    for (const sign of SIGNS) {
      const { bodies, told } = translated(to, specs(to, `/evil${sign}x: y`));
      expect(bodies).not.toContain("/evil");
      const refused = told.filter(
        (line) => line.startsWith(`${object.replace(".route.openshift.io", "")} `) && line.includes("holds CR, LF or NUL"),
      );
      expect(refused, told.join("\n")).toHaveLength(1);
      expect(refused[0]).toContain(at);
    }
  },
);
