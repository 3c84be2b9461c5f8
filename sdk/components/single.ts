// Selects the specs of components for one object or one kind.

import { LbError } from "../../resources/diagnostic";
import { contourRouteReader, GATEWAY_KINDS, ingressReader, ingressRouteReader, openShiftRouteReader } from "../frontends";
import { type KindReader, objectsOf, type Spec, type SpecSet, withRoutingObjects } from "../specs";

/** Narrows the specs that a component gets. */
export interface Scope {
  select(specs: SpecSet): SpecSet;
  /** Identity of what gets objects of its own, in place of shared ones: the one spec, or the component. */
  dedicated?(specs: SpecSet, component: string): string;
}

/** Everything the specs hold. */
const WHOLE: Scope = { select: (specs) => specs };

/** One Ingress with the Services it names. */
const ONE_INGRESS = scopeOfOne(
  "Ingress",
  (specs) => objectsOf(specs, ingressReader),
  (specs) => asBackends(specs, [ingressReader]),
);

/** One OpenShift Route with the Services it names. */
const ONE_ROUTE = scopeOfOne(
  "Route",
  (specs) => objectsOf(specs, openShiftRouteReader),
  (specs) => asBackends(specs, [openShiftRouteReader]),
);

/** IngressRoutes with all they delegate to, and the Services they name. */
const INGRESS_ROUTES: Scope = {
  select: (specs) => asBackends(specs, [ingressRouteReader]),
  dedicated: (_specs, component) => component,
};

/** Routes of OpenShift and of Contour, and the Services they name. */
const ROUTES: Scope = {
  select: (specs) => asBackends(specs, [openShiftRouteReader, contourRouteReader]),
  dedicated: (_specs, component) => component,
};

/** Gateways with all that is attached to them, and the Services that Routes lead to. */
const GATEWAYS: Scope = { select: (specs) => asBackends(specs, GATEWAY_KINDS) };

/** Scope of each class of component, except for one Service: the target decides which Services it balances. */
export const SCOPES = {
  KubernetesCluster: WHOLE,
  Ingress: ONE_INGRESS,
  Route: ONE_ROUTE,
  IngressRoutes: INGRESS_ROUTES,
  Routes: ROUTES,
  Gateways: GATEWAYS,
} as const satisfies { readonly [kind: string]: Scope };

/** Scope of the class of a component, known by its name alone. */
export const scopeOf = (scopes: { readonly [kind: string]: Scope }, kind: string): Scope => scopes[kind] ?? WHOLE;

/** One Service of those that the target gives a load balancer. */
export function oneService(what: string, balanced: (specs: SpecSet) => readonly Spec[]): Scope {
  return scopeOfOne(what, balanced, (specs) => withKinds(specs, []));
}

/** Objects of these kinds alone; Services of type LoadBalancer stay as backends, without a load balancer of their own. */
function asBackends(specs: SpecSet, readers: readonly KindReader[]): SpecSet {
  const services = [...specs.services].map(
    ([key, service]) => [key, service.type === "LoadBalancer" ? { ...service, type: "NodePort" as const } : service] as const,
  );
  return { ...withKinds(specs, readers), services: new Map(services) };
}

/** The objects of these kinds alone, of those that ask for load balancing. Classes of Gateways, which have a status, go with the Gateways. */
function withKinds(specs: SpecSet, readers: readonly KindReader[]): SpecSet {
  const asking = withRoutingObjects(specs, (_spec, reader) => readers.includes(reader));
  const isLeft = (reader: KindReader) => readers.includes(reader) || !GATEWAY_KINDS.includes(reader);
  return { ...asking, objects: new Map([...asking.objects].map(([reader, list]) => [reader, isLeft(reader) ? list : []])) };
}

/** The error for specs that do not contain exactly one object for a component of one object. */
export const notExactlyOne = (what: string, count: number): LbError =>
  new LbError({
    code: "LB1110",
    message: `this component takes exactly one ${what}, the specs contain ${count}`,
    remedy: count === 0 ? "Add it to the specs, or correct what selects them." : "Use KubernetesCluster for several.",
  });

function scopeOfOne(what: string, find: (specs: SpecSet) => readonly Spec[], select: (specs: SpecSet) => SpecSet): Scope {
  const check = (specs: SpecSet) => {
    const matches = find(specs);
    const [only] = matches;
    if (only && matches.length === 1) return only;
    throw notExactlyOne(what, matches.length);
  };
  return {
    select(specs: SpecSet) {
      check(specs);
      return select(specs);
    },
    dedicated(specs: SpecSet) {
      const { namespace, name } = check(specs).ref;
      return `${namespace}-${name}`;
    },
  };
}
