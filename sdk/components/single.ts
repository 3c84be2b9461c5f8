import { LbError } from "../../kinds/diagnostic";
import { contourRouteReader, ingressReader, ingressRouteReader, openShiftRouteReader } from "../frontends";
import { type KindReader, objectsOf, type Spec, type SpecSet, withAsking } from "../specs";

/** Narrows the specs that a component gets. */
export interface Scope {
  select(specs: SpecSet): SpecSet;
  /** Identity of what gets objects of its own, in place of shared ones: the one spec, or the component. */
  dedicated?(specs: SpecSet, component: string): string;
}

/** Everything the specs hold. */
const WHOLE: Scope = { select: (specs) => specs };

/** One Ingress with the Services it names. */
const ONE_INGRESS = one(
  "Ingress",
  (specs) => objectsOf(specs, ingressReader),
  (specs) => asBackends(specs, [ingressReader]),
);

/** One OpenShift Route with the Services it names. */
const ONE_ROUTE = one(
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

/** Scope of each class of component, except for one Service: the target decides which Services it balances. */
export const SCOPES = {
  KubernetesCluster: WHOLE,
  Ingress: ONE_INGRESS,
  Route: ONE_ROUTE,
  IngressRoutes: INGRESS_ROUTES,
  Routes: ROUTES,
} as const satisfies { readonly [kind: string]: Scope };

/** Scope of the class of a component, known by its name alone. */
export const scopeOf = (scopes: { readonly [kind: string]: Scope }, kind: string): Scope => scopes[kind] ?? WHOLE;

/** One Service of those that the target gives a load balancer. */
export function oneService(what: string, balanced: (specs: SpecSet) => readonly Spec[]): Scope {
  return one(what, balanced, (specs) => withAsking(specs, () => false));
}

/** Objects of these kinds alone; Services of type LoadBalancer stay as backends, without a load balancer of their own. */
function asBackends(specs: SpecSet, readers: readonly KindReader[]): SpecSet {
  const services = [...specs.services].map(
    ([key, service]) => [key, service.type === "LoadBalancer" ? { ...service, type: "NodePort" as const } : service] as const,
  );
  return { ...withAsking(specs, (_spec, reader) => readers.includes(reader)), services: new Map(services) };
}

function one(what: string, find: (specs: SpecSet) => readonly Spec[], select: (specs: SpecSet) => SpecSet): Scope {
  const check = (specs: SpecSet) => {
    const found = find(specs);
    const [only] = found;
    if (only && found.length === 1) return only;
    throw new LbError({
      code: "LB1110",
      message: `the component is for one ${what}, the specs hold ${found.length}`,
      remedy: "Use KubernetesCluster for many.",
    });
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
