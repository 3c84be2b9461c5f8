import { sameValue } from "../../requests/differences/answers-equal";
import type { RoutingTable, ServedAnswer, ServedPort, ServedRule } from "../../requests/table/routing-table";
import { withServices } from "../../requests/table/service-names";
import { UNKNOWN_TEXT } from "../specs";
import { DesiredBySource, withRules } from "./desired-by-source";
import { regardlessOfReadiness } from "./readiness";

/** Rules that the specs ask for, and those that a load balancer serves. */
export interface RequestSide {
  desired: RoutingTable;
  served: RoutingTable;
}

/**
 * Rules that are served, with Services in the place of servers and with the specs that ask for each rule, as far as these are known. Where a
 * preview does not know an answer, it is what the specs ask for.
 */
export function rulesWithOwners({ desired: asked, served }: RequestSide): RoutingTable {
  const desired = new DesiredBySource(desired);
  const rules = withRules(withServices(served, desired.servers ?? {}), (one, location) => owned(one, desired.of(one, location), desired));
  return {
    ...rules,
    addresses: rules.addresses.map((address) => ({
      ...address,
      ports: address.ports.map((port) => ({ ...port, ...authorityOf(port, address.group, desired) })),
    })),
  };
}

function owned(one: ServedRule, desired: ServedRule | undefined, asked: RoutingTable): ServedRule {
  if (!desired) return one;
  const isOpen = JSON.stringify(one.to).includes(UNKNOWN_TEXT);
  const to = isOpen ? withBeside(desired.to, one.to) : regardlessOfReadiness(one.to, desired.to, asked);
  const by = one.by ?? desired.by;
  return by !== one.by || to !== one.to ? { ...one, to, ...(by ? { by } : {}) } : one;
}

/** The object that holds an authority, and the name under which it is held, which changes with the contents. */
function authorityOf({ authority, protocol, port }: ServedPort, group: string, asked: RoutingTable): Pick<ServedPort, "authority"> {
  if (authority === undefined) return {};
  const found = asked.addresses
    .filter((one) => one.group === group)
    .flatMap(({ ports }) => ports.find((one) => one.protocol === protocol && one.port === port && one.authority)?.authority ?? []);
  return found[0] === undefined ? {} : { authority: `${found[0]}, held as ${authority}` };
}

/** The answer of the specs with what is served beside it, which they do not say. */
function withBeside(asked: ServedAnswer, served: ServedAnswer): ServedAnswer {
  if (!("forward" in asked && "forward" in served)) return asked;
  const { affinity, proxyProtocol, balancing, policies } = served;
  const [tls, ...others] = served.forward.map((part) => part.tls);
  const isOne = tls !== undefined && others.every((other) => sameValue(other, tls));
  return {
    ...asked,
    ...(isOne ? { forward: asked.forward.map((part) => ({ ...part, tls })) } : {}),
    ...(affinity === undefined ? {} : { affinity }),
    ...(proxyProtocol === undefined ? {} : { proxyProtocol }),
    ...(balancing === undefined ? {} : { balancing }),
    ...(policies === undefined ? {} : { policies }),
  };
}
