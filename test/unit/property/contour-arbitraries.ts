import fc from "fast-check";
import { allow, edge, root, route, secret, service } from "../../support/contour";

// IngressRoute and the Contour Route CRD, out of few names so that they meet.

const name = fc.constantFrom("a", "b", "c");
const namespace = fc.constantFrom("n", "m");
const place = fc.tuple(namespace, name).map(([ns, n]) => `${ns}/${n}`);
const path = fc.constantFrom("/", "/x", "/x/", "/x/y", "/xy", "/x/y/z", "", "x");
const svc = fc.record({
  name: fc.constantFrom("a", "b", "none"),
  port: fc.constantFrom(80, 80, 80, 81, 0),
  weight: fc.constantFrom(0, 1, 9, -1),
});
const target = fc.oneof(
  { weight: 3, arbitrary: fc.record({ services: fc.array(svc, { minLength: 1, maxLength: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ delegate: fc.record({ name, namespace: fc.option(namespace, { nil: undefined }) }) }) },
  fc.constant({}),
);
const rule = fc
  .tuple(path, target, fc.record({ permitInsecure: fc.boolean(), enableWebsockets: fc.boolean(), prefixRewrite: fc.constantFrom("", "/") }))
  .map(([match, to, more]) => ({ match, ...to, ...more }));
const rules = fc.array(rule, { maxLength: 4 });
const host = fc.constantFrom("x.com", "y.com", "X.com", "", "*.z.com");
const tls = fc.constantFrom(undefined, { secretName: "a" }, { secretName: "m/a", minimumProtocolVersion: "1.4" }, { passthrough: true });
const object = fc.oneof(
  fc
    .record({ place, fqdn: host, aliases: fc.array(host, { maxLength: 1 }), tls, routes: rules })
    .map(({ place: at, ...shape }) => root(at, shape)),
  { weight: 2, arbitrary: fc.tuple(place, rules).map(([at, routes]) => edge(at, routes)) },
  place.map((at) => service(at)),
  place.map((at) => secret(at)),
  fc.tuple(place, namespace).map(([at, to]) => allow(at, "a", to)),
  fc
    .tuple(place, host, path, name)
    .map(([at, fqdn, pathPrefix, serviceName]) =>
      route(at, { host: fqdn, routes: [{ pathPrefix, upstreams: [{ serviceName, servicePort: 80 }] }] }),
    ),
);
/** One of each identity. */
export const contourObjects = fc.uniqueArray(object, {
  maxLength: 16,
  selector: (o) => `${o.kind} ${o.metadata.namespace}/${o.metadata.name}`,
});
export const contourSettings = fc.record({ rootNamespaces: fc.constantFrom([], ["n"]), disablePermitInsecure: fc.boolean() });

const sound = fc.record({
  match: fc.constantFrom("/", "/x", "/xy", "/x/y", "/x/y/z", "/o"),
  services: fc.uniqueArray(fc.record({ name: fc.constantFrom("a", "b"), port: fc.constant(80) }), {
    minLength: 1,
    maxLength: 2,
    selector: (one) => one.name,
  }),
  permitInsecure: fc.boolean(),
});
const soundRules = fc.uniqueArray(sound, { minLength: 1, maxLength: 6, selector: (one) => one.match });

/** A host without a fault: a root in namespace `n`, part of it delegated to an edge in `m`, on TLS or not. */
export const soundHost = fc
  .record({
    fqdn: fc.constantFrom("x.com", "y.com"),
    secure: fc.boolean(),
    routes: soundRules,
    delegated: fc.constantFrom("/x", "/o"),
    edges: soundRules,
    edgeFirst: fc.boolean(),
  })
  .map(({ fqdn, secure, routes, delegated, edges, edgeFirst }) => {
    const below = edges.filter(({ match }) => match === delegated || match.startsWith(`${delegated}/`));
    const own = routes.filter(({ match }) => !below.some((edgeRule) => edgeRule.match === match));
    const older = (created: boolean) => (created ? { creationTimestamp: "2020-01-01T00:00:00Z" } : {});
    const given = root("n/root", {
      fqdn,
      tls: secure ? { secretName: "a" } : undefined,
      routes: [...own, { match: delegated, delegate: { name: "edge", namespace: "m" } }],
    });
    const child = edge("m/edge", below);
    const aged = { ...child, metadata: { ...child.metadata, ...older(edgeFirst) } };
    return [given, aged, secret("n/a"), ...["n/a", "n/b", "m/a", "m/b"].map((at) => service(at))];
  });
