// Facts of an Octavia plan that its inventory compares with those of the last run: names, identities, pools that keep members, missing input.

import { describeFault } from "../../../resources/diagnostic";
import { handshakeKey, withoutScheme } from "../../../resources/route-key";
import type { Facts } from "../../plan";
import { type Backend, type RoutePool, type RoutingModel, ruleKeyOf } from "../../routing";
import { keyOf, UNKNOWN_TEXT } from "../../specs";
import { type LoweredLoadBalancer, poolsIn } from "./plan";

/** Names of managed objects, the identities of those that can be renamed, and the project. */
export function managedNames(balancers: readonly LoweredLoadBalancer[]): Pick<Facts, "names" | "identities" | "tenant"> {
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
export function holdingPools(planned: LoweredLoadBalancer): RoutePool[] {
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
export const isServed = (backends: readonly Backend[]) => !backends.some(isNameless);

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
export function missingIn(model: RoutingModel): Facts["missing"] {
  const nameless = namelessIn(model).filter(({ backend }) => isMissing(backend));
  return {
    ...Object.fromEntries(nameless.map(({ fqdn, backend }) => [fqdn.toLowerCase(), `Service ${keyOf(backend.service)}`])),
    ...model.missing,
  };
}

/** Routes whose Service exists but whose port has no pool yet; nothing to preserve. */
export function withoutPool(model: Pick<RoutingModel, "hosts">): NonNullable<Facts["keeps"]> {
  return Object.fromEntries(
    namelessIn(model).flatMap(({ at, backend: { because } }) =>
      because && because.code !== "LB1101" ? [[at, { pools: [], because: describeFault(because) }] as const] : [],
    ),
  );
}
