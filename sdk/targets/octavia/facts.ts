// Facts of an Octavia plan that its inventory and its summary compare with those of the last run.

import { usesOf } from "../../../requests/review/resource-usage";
import { describeFault } from "../../../resources/diagnostic";
import { handshakeKey, withoutScheme } from "../../../resources/route-key";
import { type Facts, legible } from "../../plan";
import { desiredRules } from "../../requests/desired";
import { rulesWithOwners } from "../../requests/rules-with-owners";
import {
  type Backend,
  certificateFacts,
  desiredRoutes,
  preservedPools,
  type RoutePool,
  type RoutingModel,
  reviewedRoutes,
  ruleKeyOf,
  servedRoutes,
} from "../../routing";
import { unknownServersOf } from "../../settings";
import { compare, keyOf, type SpecSet, UNKNOWN_TEXT } from "../../specs";
import { octaviaNeeds } from "./needs";
import type { OwnPart } from "./own-part";
import { type LoweredLoadBalancer, type OctaviaPlan, octaviaObjects, poolsIn } from "./plan";
import { octaviaServed } from "./served";
import type { OctaviaSettings } from "./settings";

/** Facts of the part of a cluster that a stack has; `missing` input is that of the whole `model`. */
export function octaviaFacts(
  plan: Omit<OctaviaPlan, "facts">,
  own: OwnPart,
  { specs, model, settings }: { specs: SpecSet; model: RoutingModel; settings: OctaviaSettings },
): Facts {
  const holding = own.balancers.flatMap(holdingPools);
  return {
    ...managedNames(own.balancers),
    missing: missingIn(model),
    served: servedRoutes(own.model, isServed),
    asks: desiredRoutes(own.model),
    keeps: { ...preservedPools(holding, (key) => specs.services.has(key)), ...withoutPool(own.model) },
    pools: holding.map(({ name }) => name).sort(compare),
    ...unknownServersOf(settings),
    review: reviewedRoutes(own.model, isServed),
    certificates: certificateFacts(own.model),
    needs: octaviaNeeds(own.balancers),
    uses: usesOf(octaviaObjects(plan, { showSecrets: true }).objects),
    rules: () =>
      rulesWithOwners({ desired: desiredRules(own.model), served: octaviaServed({ ...plan, resources: legible(plan.resources) }) }),
  };
}

/** Names of managed objects, the identities of those that can be renamed, and the project. */
function managedNames(balancers: readonly LoweredLoadBalancer[]): Pick<Facts, "names" | "identities" | "tenant"> {
  const bodies = balancers.map(({ inputs }) => inputs.loadBalancer);
  // only the listeners of a load balancer that others made have our owner mark
  const guests = bodies.flatMap(({ id, listeners }) => (id ? (listeners ?? []).map((one) => `listeners/${one.name}`) : []));
  const renamable = balancers.filter(({ identity, name }) => identity !== name);
  return {
    names: [...guests, ...balancers.map(({ name }) => `loadbalancers/${name}`)],
    identities: Object.fromEntries(renamable.flatMap(identitiesIn)),
    tenant: bodies.map(({ project_id }) => project_id).find((id) => id && id !== UNKNOWN_TEXT) ?? undefined,
  };
}

/** Identities that stay the same under other names: the load balancer, and its listeners if others made it. */
function identitiesIn({ name, identity, inputs: { loadBalancer } }: LoweredLoadBalancer): [string, string][] {
  const listeners = (loadBalancer.listeners ?? []).map((listener): [string, string] => [
    `listeners/${listener.name}`,
    `${identity} ${listener.protocol} ${listener.protocol_port}`,
  ]);
  return [[`loadbalancers/${name}`, identity], ...(loadBalancer.id ? listeners : [])];
}

/** The pools of a load balancer for hosts. */
function holdingPools(planned: LoweredLoadBalancer): RoutePool[] {
  const { identity, inputs, services = {}, routes = {}, because } = planned;
  return poolsIn(planned).flatMap(({ name, members = [] }) => {
    const at = routes[name];
    const pool = {
      name: `${identity}/${name}`,
      isPreserved: inputs.keep?.includes(name) === true,
      because: because?.get(name),
      servers: members.length,
      services: services[name] ?? [],
    };
    return at ? [{ ...pool, routeKeys: [...new Set(at.map(withoutScheme))] }] : [];
  });
}

/** True if the pool has no name, which contains the port: the Service is missing, or has several ports and not the named one. Such a pool cannot be preserved. */
const isNameless = ({ missing, port }: Backend) => missing === true && port === undefined;

/** True for backends whose pool has a name. */
const isServed = (backends: readonly Backend[]) => !backends.some(isNameless);

/** Backends of hosts without a pool name, and the routes to them, without schemes. */
const namelessIn = ({ hosts }: Pick<RoutingModel, "hosts">): { fqdn: string; at: string; backend: Backend }[] =>
  hosts.flatMap(({ fqdn, routes, tcp }) => {
    const ofRoutes = routes.flatMap(({ to, match, listener }) =>
      "backends" in to ? to.backends.map((backend) => ({ fqdn, at: withoutScheme(ruleKeyOf(fqdn, { listener, match })), backend })) : [],
    );
    const ofTcp = (tcp?.backends ?? []).map((backend) => ({ fqdn, at: withoutScheme(handshakeKey(fqdn.toLowerCase())), backend }));
    return [...ofRoutes, ...ofTcp].filter(({ backend }) => isNameless(backend));
  });

const isMissing = ({ because }: Backend): boolean => because === undefined || because.code === "LB1101";

/** Missing inputs of each host, with the Services without which no pool has a name. */
function missingIn(model: RoutingModel): Facts["missing"] {
  const nameless = namelessIn(model).filter(({ backend }) => isMissing(backend));
  return {
    ...Object.fromEntries(nameless.map(({ fqdn, backend }) => [fqdn.toLowerCase(), `Service ${keyOf(backend.service)}`])),
    ...model.missing,
  };
}

/** Routes whose Service exists but whose port has no pool yet; nothing to preserve. */
function withoutPool(model: Pick<RoutingModel, "hosts">): NonNullable<Facts["keeps"]> {
  return Object.fromEntries(
    namelessIn(model).flatMap(({ at, backend: { because } }) =>
      because && because.code !== "LB1101" ? [[at, { pools: [], because: describeFault(because) }] as const] : [],
    ),
  );
}
