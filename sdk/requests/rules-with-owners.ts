// Adds Services and owners from the desired rules to served rules.

import { sameValue } from "../../requests/differences/answers-equal";
import type { RoutingTable, ServedAnswer, ServedPort, ServedRule } from "../../requests/table/routing-table";
import { withServices } from "../../requests/table/service-names";
import { UNKNOWN_TEXT } from "../specs";
import { DesiredBySource, withRules } from "./desired-by-source";
import { regardlessOfReadiness } from "./readiness";

/** Desired rules of the specs, and served rules of a load balancer. */
export interface RequestSide {
  desired: RoutingTable;
  served: RoutingTable;
}

/**
 * Served rules with Services instead of servers, and with the specs of each rule, as far as known. An answer that is unknown in a preview
 * is replaced by the desired one.
 */
export function rulesWithOwners({ desired, served }: RequestSide): RoutingTable {
  const bySource = new DesiredBySource(desired);
  const rules = withRules(withServices(served, desired.servers ?? {}), (rule, location) =>
    withOwner(rule, bySource.of(rule, location), desired),
  );
  return {
    ...rules,
    addresses: rules.addresses.map((address) => ({
      ...address,
      ports: address.ports.map((port) => ({ ...port, ...authorityOf(port, address.group, desired) })),
    })),
  };
}

function withOwner(rule: ServedRule, desired: ServedRule | undefined, table: RoutingTable): ServedRule {
  if (!desired) return rule;
  const isOpen = JSON.stringify(rule.to).includes(UNKNOWN_TEXT);
  const to = isOpen ? withBeside(desired.to, rule.to) : regardlessOfReadiness(rule.to, desired.to, table);
  const by = rule.by ?? desired.by;
  return by !== rule.by || to !== rule.to ? { ...rule, to, ...(by ? { by } : {}) } : rule;
}

/** The object of an authority, and its name on the load balancer, which changes with the contents. */
function authorityOf({ authority, protocol, port }: ServedPort, group: string, desired: RoutingTable): Pick<ServedPort, "authority"> {
  if (authority === undefined) return {};
  const authorities = desired.addresses
    .filter((one) => one.group === group)
    .flatMap(({ ports }) => ports.find((one) => one.protocol === protocol && one.port === port && one.authority)?.authority ?? []);
  return authorities[0] === undefined ? {} : { authority: `${authorities[0]}, held as ${authority}` };
}

/** The desired answer with the served properties, which specs do not have. */
function withBeside(desired: ServedAnswer, served: ServedAnswer): ServedAnswer {
  if (!("forward" in desired && "forward" in served)) return desired;
  const { affinity, proxyProtocol, balancing, policies } = served;
  const [tls, ...others] = served.forward.map((part) => part.tls);
  const isOne = tls !== undefined && others.every((other) => sameValue(other, tls));
  return {
    ...desired,
    ...(isOne ? { forward: desired.forward.map((part) => ({ ...part, tls })) } : {}),
    ...(affinity === undefined ? {} : { affinity }),
    ...(proxyProtocol === undefined ? {} : { proxyProtocol }),
    ...(balancing === undefined ? {} : { balancing }),
    ...(policies === undefined ? {} : { policies }),
  };
}
