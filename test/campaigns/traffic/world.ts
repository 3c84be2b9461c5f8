import { PRIVATE_KEY, WILDCARD_CERTIFICATE } from "../../support/pem";

/** Random specs of all kinds that route requests. Every rule leads to Services of its own, so a server says which rule it was reached by. */

interface Meta {
  name: string;
  namespace: string;
  creationTimestamp: string;
  annotations?: Record<string, string>;
}

export interface TrafficManifest {
  apiVersion: string;
  kind: string;
  metadata: Meta;
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is whatever its kind says
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: Endpoints have subsets and no spec
  subsets?: any;
  stringData?: Record<string, string>;
}

/** One draw after another from a seed (mulberry32). */
function random(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T, chance: (part: number) => next() < part };
}

type TrafficRandom = ReturnType<typeof random>;

const HOSTS = ["h.com", "i.com", "a.w.com", "*.w.com"];
const PATHS = ["/", "/a", "/a/", "/a/b", "/a/bc", "/A", "/b-1", "/b.1"];

/** Makes objects with names, ages and Services that no other has. */
class Maker {
  readonly objects: TrafficManifest[] = [];
  private services = 0;

  constructor(private readonly draw: TrafficRandom) {}

  meta(prefix: string): Meta {
    const creationTimestamp = `202${this.draw.below(3)}-01-01T00:00:00Z`;
    return { name: `${prefix}${this.objects.length}`, namespace: "default", creationTimestamp };
  }

  add(apiVersion: string, kind: string, metadata: Meta, spec: unknown): void {
    this.objects.push({ apiVersion, kind, metadata, spec });
  }

  /** A Service with its endpoints; a port that has a name on its Pods, a second port, or drained servers now and then. */
  service(): string {
    const { draw } = this;
    const number = ++this.services;
    const name = `s${number}`;
    const count = 1 + draw.below(3);
    const ips = Array.from({ length: count }, (_, i) => `10.${Math.floor(number / 200)}.${number % 200}.${i + 1}`);
    const drained = draw.chance(0.25) ? ips.slice(1, 2) : [];
    const metadata: Meta = {
      ...this.meta(""),
      name,
      ...(drained.length > 0 ? { annotations: { "k8s-lb.io/drained": drained.join() } } : {}),
    };
    const target = draw.pick([8080, 8080, "web"]);
    const second = draw.chance(0.3) ? [{ name: "admin", port: 81, targetPort: 9090 }] : [];
    this.objects.push({
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: { ports: [...second, { name: "http", port: 80, targetPort: target }] },
    });
    const ports = [...second.map(() => ({ name: "admin", port: 9090 })), { name: "http", port: 8080 }];
    this.objects.push({
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { ...metadata, annotations: {} },
      subsets: [{ addresses: ips.map((ip) => ({ ip })), ports }],
    });
    return name;
  }
}

function ingress(make: Maker, draw: TrafficRandom, hosts: readonly string[], fallback: boolean): void {
  const rules = Array.from({ length: 1 + draw.below(3) }, () => {
    const host = draw.pick([...hosts, ...(draw.chance(0.3) ? [""] : [])]);
    const backend = { service: { name: make.service(), port: draw.pick([{ number: 80 }, { name: "http" }]) } };
    const pathType = draw.pick(["Prefix", "Prefix", "Exact", "ImplementationSpecific"]);
    return { ...(host ? { host } : {}), http: { paths: [{ path: draw.pick(PATHS), pathType, backend }] } };
  });
  const named = [...new Set(rules.flatMap(({ host }) => host ?? []))];
  const tls = draw.chance(0.4) && named.length > 0 ? [{ hosts: named, secretName: "cert" }] : [];
  const defaultBackend = fallback ? { service: { name: make.service(), port: { number: 80 } } } : undefined;
  make.add("networking.k8s.io/v1", "Ingress", make.meta("i"), {
    rules,
    ...(tls.length > 0 ? { tls } : {}),
    ...(defaultBackend ? { defaultBackend } : {}),
  });
}

const EDGE = { termination: "edge", certificate: WILDCARD_CERTIFICATE, key: PRIVATE_KEY };

function openShiftRoute(make: Maker, draw: TrafficRandom, hosts: readonly string[]): void {
  const to = (...weights: (number | undefined)[]) => ({ kind: "Service", name: make.service(), weight: draw.pick(weights) });
  const alternates = draw.chance(0.3) ? [to(undefined, 100, 1, 50, 0, 256)] : [];
  const policy = draw.pick([undefined, undefined, "None", "Allow", "Redirect"]);
  const path = draw.pick(["", "", ...PATHS]);
  make.add("route.openshift.io/v1", "Route", make.meta("r"), {
    host: draw.pick(hosts.filter((host) => !host.startsWith("*"))),
    ...(path ? { path } : {}),
    to: to(undefined, 100, 1, 50, 256),
    ...(alternates.length > 0 ? { alternateBackends: alternates } : {}),
    port: { targetPort: draw.pick([8080, "http"]) },
    ...(draw.chance(0.5) ? { tls: { ...EDGE, ...(policy ? { insecureEdgeTerminationPolicy: policy } : {}) } } : {}),
  });
}

const prefixes = (draw: TrafficRandom) => PATHS.filter(() => draw.chance(0.4));

/** A root; its host is its own, as Contour wants it. */
function ingressRoute(make: Maker, draw: TrafficRandom): void {
  const services = () =>
    Array.from({ length: 1 + draw.below(2) }, () => ({ name: make.service(), port: 80, weight: draw.pick([undefined, 0, 1, 30]) }));
  const routes = prefixes(draw).map((match) => ({ match, services: services(), ...(draw.chance(0.4) ? { permitInsecure: true } : {}) }));
  const tls = draw.chance(0.5) ? { tls: { secretName: "cert" } } : {};
  if (routes.length > 0)
    make.add("contour.heptio.com/v1beta1", "IngressRoute", make.meta("c"), { virtualhost: { fqdn: "ir.com", ...tls }, routes });
}

function contourRoute(make: Maker, draw: TrafficRandom): void {
  const upstreams = () => {
    const first = draw.pick([undefined, 100, 40]);
    const one = { serviceName: make.service(), servicePort: 80, weight: first };
    return first === 40 ? [one, { serviceName: make.service(), servicePort: 80, weight: 60 }] : [one];
  };
  const routes = prefixes(draw).map((pathPrefix) => ({ pathPrefix, upstreams: upstreams() }));
  if (routes.length > 0) make.add("contour.heptio.com/v1alpha1", "Route", make.meta("d"), { host: "rc.com", routes });
}

/** The objects of one seed, without what all seeds have. */
export function worldOf(seed: number): TrafficManifest[] {
  const draw = random(seed);
  const make = new Maker(draw);
  const hosts = HOSTS.filter(() => draw.chance(0.5));
  const used = hosts.some((host) => !host.startsWith("*")) ? hosts : [...hosts, "h.com"];
  const fallback = draw.chance(0.3);
  for (let i = 1 + draw.below(3); i > 0; i--) {
    if (draw.chance(0.5)) ingress(make, draw, used, fallback && i === 1);
    else openShiftRoute(make, draw, used);
  }
  if (draw.chance(0.3)) ingressRoute(make, draw);
  if (draw.chance(0.3)) contourRoute(make, draw);
  return make.objects;
}

/** Objects of all worlds: a certificate, and the class that AKO 2 wants. */
export const COMMON: unknown[] = [
  {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/tls",
    metadata: { name: "cert", namespace: "default" },
    stringData: { "tls.crt": WILDCARD_CERTIFICATE, "tls.key": PRIVATE_KEY },
  },
  {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
    spec: { controller: "ako.vmware.com/avi-lb" },
  },
];
