import { type Draw, drawing } from "./world";

// Random Services, L4Rules, IngressRoutes and HostRules: ports that share a number or a target port, no endpoints, times, annotations.

const meta = (name: string, annotations: object = {}) => ({ name, namespace: "default", annotations });

const PORTS = [
  { name: "a", protocol: "TCP", port: 443 },
  { name: "b", protocol: "UDP", port: 443 },
  { name: "c", protocol: "TCP", port: 80 },
  { name: "d", protocol: "UDP", port: 53 },
  { name: "e", protocol: "TCP", port: 53 },
];

function service(draw: Draw, name: string): object[] {
  const ports = PORTS.filter(() => draw.chance(0.5)).map((port) => ({ ...port, targetPort: draw.pick([8080, 8443]) }));
  if (ports.length === 0) ports.push({ ...PORTS[2]!, targetPort: 8080 });
  const annotations = {
    ...(draw.chance(0.2) ? { "ako.vmware.com/disable-traffic": "true" } : {}),
    ...(draw.chance(0.4) ? { "ako.vmware.com/l4rule": "rule" } : {}),
    ...(draw.chance(0.1) ? { "ako.vmware.com/enable-shared-vip": "shared" } : {}),
  };
  const ranges = draw.pick([[], ["10.0.0.0/8"], ["10.0.0.0/8", "0.0.0.0/0"]]);
  const subsets = [
    {
      addresses: [{ ip: draw.pick(["10.1.0.1", "10.1.0.2"]) }],
      ports: ports.map(({ name: of, protocol, targetPort: port }) => ({ name: of, protocol, port })),
    },
  ];
  return [
    {
      ...{ apiVersion: "v1", kind: "Service", metadata: meta(name, annotations) },
      spec: {
        type: draw.pick(["LoadBalancer", "ClusterIP"]),
        clusterIP: "10.96.0.1",
        ...(ranges.length > 0 ? { loadBalancerSourceRanges: ranges } : {}),
        ports,
      },
    },
    { apiVersion: "v1", kind: "Endpoints", metadata: meta(name), subsets: draw.chance(0.8) ? subsets : [] },
  ];
}

function l4Rule(draw: Draw): object {
  return {
    ...{ apiVersion: "ako.vmware.com/v1alpha2", kind: "L4Rule", metadata: meta("rule") },
    spec: {
      ...(draw.chance(0.4) ? { networkProfileRef: draw.pick(["own", "System-TCP-Proxy", "System-UDP-Fast-Path"]) } : {}),
      ...(draw.chance(0.4)
        ? {
            ...{ applicationProfileRef: "System-SSL-Application", sslKeyAndCertificateRefs: ["own"] },
            listenerProperties: [{ port: 443, protocol: "TCP", enableSsl: true }],
          }
        : {}),
    },
  };
}

function ingressRoute(draw: Draw, host: string): object {
  const routes = ["/", "/a", "/a/b"]
    .filter(() => draw.chance(0.6))
    .map((match) => ({
      match,
      services: [..."xyz"]
        .filter(() => draw.chance(0.5))
        .map((name) => ({ name, port: draw.pick([80, 443, 53]), ...(draw.chance(0.3) ? { weight: draw.below(3) } : {}) })),
      ...(draw.chance(0.4) ? { timeoutPolicy: { request: draw.pick(["1s", "500ms", "6h", "infinity"]) } } : {}),
      ...(draw.chance(0.2) ? { retryPolicy: { count: 2 } } : {}),
    }));
  return {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: meta(`route-${host}`),
    spec: { virtualhost: { fqdn: `${host}.com` }, routes },
  };
}

function ingress(draw: Draw, host: string): object {
  const paths = ["/", "/foo/", "/a.b", "/a"]
    .filter(() => draw.chance(0.6))
    .map((path) => ({
      path,
      pathType: draw.pick(["Prefix", "Exact"]),
      backend: { service: { name: draw.pick([..."xyz"]), port: { number: draw.pick([80, 443]) } } },
    }));
  return {
    ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: meta(`ingress-${host}`) },
    spec: { ingressClassName: "lb", rules: [{ host: `${host}.com`, http: { paths } }] },
  };
}

const hostRule = (draw: Draw, host: string): object => ({
  ...{ apiVersion: "ako.vmware.com/v1beta1", kind: "HostRule", metadata: meta(`rule-${host}`) },
  spec: { virtualhost: { fqdn: `${host}.com`, ...(draw.chance(0.5) ? { useRegex: true } : {}), enableVirtualHost: !draw.chance(0.2) } },
});

function httpRoute(draw: Draw, at: number): object {
  const names = draw.pick([["x-b", "X-A"], ["x-a"], []]);
  const rules = ["/p", "/q"].map((value) => ({
    matches: [
      {
        path: { value },
        ...(draw.chance(0.3)
          ? {
              queryParams: [
                { name: "b", value: draw.pick(["1", "2 3"]) },
                { name: "a", value: draw.pick(["x|y", "(z)"]) },
              ],
            }
          : {}),
      },
    ],
    ...(names.length > 0 && draw.chance(0.4)
      ? { filters: [{ type: "ResponseHeaderModifier", responseHeaderModifier: { remove: names } }] }
      : {}),
    ...(draw.chance(0.4)
      ? {
          timeouts: draw.pick([
            { backendRequest: "1s" },
            { request: "6h" },
            { request: "0s", backendRequest: "2s" },
            { request: "3s", backendRequest: "1s" },
          ]),
        }
      : {}),
    ...(draw.chance(0.2) ? { retry: draw.pick([{ attempts: 2 }, { codes: [503, 500] }, { attempts: 1, codes: [502] }]) } : {}),
    backendRefs: [
      { name: draw.pick([..."xyz"]), port: draw.pick([80, 443]), weight: draw.pick([0, 1, 2]) },
      ...(draw.chance(0.4) ? [{ name: "x", port: 80 }] : []),
    ],
  }));
  return {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "HTTPRoute",
    metadata: meta(`http-${at}`),
    spec: { parentRefs: [{ name: "web" }], hostnames: ["g.com"], rules },
  };
}

/** Objects of one cluster. */
export function serviceWorld(seed: number, controllerName: string): object[] {
  const draw = drawing(seed);
  return [
    {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "n" },
      spec: { podCIDR: "10.1.0.0/24" },
      status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
    },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: { name: "lb" },
      spec: { controller: controllerName.endsWith("avi") ? "ako.vmware.com/avi-lb" : "openstack.org/octavia-ingress-controller" },
    },
    { apiVersion: "gateway.networking.k8s.io/v1", kind: "GatewayClass", metadata: { name: "lb" }, spec: { controllerName } },
    {
      ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: meta("web") },
      spec: { gatewayClassName: "lb", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
    },
    ...[..."xyz"].flatMap((name) => service(draw, name)),
    l4Rule(draw),
    ingressRoute(draw, "r"),
    ingress(draw, "i"),
    ...(draw.chance(0.5) ? [hostRule(draw, "i")] : []),
    httpRoute(draw, 1),
    httpRoute(draw, 2),
  ];
}
