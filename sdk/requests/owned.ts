import { cellsOf, open } from "../../kinds/requests/cells/cells";
import { sameValue } from "../../kinds/requests/equal";
import type { HostRules, ServedAnswer, ServedPort, ServedRule, ServedRules } from "../../kinds/requests/form";
import { hostWithin } from "../../kinds/requests/hosts";
import { withServices } from "../../kinds/requests/naming";
import { listeningAt } from "../../kinds/requests/places";
import { askedOf } from "../../kinds/requests/request";
import { type Entrance, requestsIn } from "../../kinds/requests/witness";
import { UNKNOWN_TEXT } from "../specs";
import { desiredAnswer, ruleOwner } from "./explain";
import { regardlessOfReadiness } from "./readiness";

/** Rules that the specs ask for, and those that a load balancer serves. */
export interface RequestSide {
  asked: ServedRules;
  served: ServedRules;
}

/**
 * Rules that are served, with Services in the place of servers and with the specs that ask for each rule, as far as these are known. Where a
 * preview does not know an answer, it is what the specs ask for.
 */
export function ownedRules({ asked, served }: RequestSide): ServedRules {
  const rules = withServices(served, asked.servers ?? {});
  const owner = (one: ServedRule, entrance: Entrance, name: string): ServedRule => {
    const request = requestOf(one, entrance, name, rules);
    if (!request) return one;
    if (JSON.stringify(one.to).includes(UNKNOWN_TEXT)) {
      const { rule } = desiredAnswer(asked, request);
      return rule ? { ...one, to: withBeside(rule.to, one.to), ...(rule.by ? { by: rule.by } : {}) } : one;
    }
    const to = regardlessOfReadiness(one.to, desiredAnswer(asked, request).rule?.to, asked);
    const by = ruleOwner(to === one.to ? one : { ...one, to }, request, rules, asked);
    return by || to !== one.to ? { ...one, to, ...(by ? { by } : {}) } : one;
  };
  const hostsOf = ({ hosts }: ServedPort, entrance: Entrance) =>
    Object.fromEntries(
      Object.entries(hosts).map(([name, entry]): [string, HostRules] => [
        name,
        { ...entry, rules: entry.rules.map((one) => owner(one, entrance, name)) },
      ]),
    );
  const addresses = rules.addresses.map((address) => ({
    ...address,
    ports: address.ports.map((port) => {
      const { name, group } = address;
      return {
        ...port,
        ...authorityOf(port, group, asked),
        hosts: hostsOf(port, { group, protocol: port.protocol, port: port.port, address: name }),
      };
    }),
  }));
  return { ...rules, addresses };
}

/** The object that holds an authority, and the name under which it is held, which changes with the contents. */
function authorityOf({ authority, protocol, port }: ServedPort, group: string, asked: ServedRules): Pick<ServedPort, "authority"> {
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

/** A request that the rule takes, if it were alone. */
function requestOf(rule: ServedRule, entrance: Entrance, name: string, rules: ServedRules) {
  const names = listeningAt(rules, { protocol: entrance.protocol, port: entrance.port })?.names;
  const isTaken = (one: string) => one === "" || names?.has(one) === true;
  const host = hostWithin(name, isTaken);
  let found: ReturnType<typeof askedOf>;
  cellsOf(open([rule]), [], { name, host, isTaken }, ({ a, fixed }) => {
    if (a && !found) found = askedOf(requestsIn(entrance, host, fixed, false)[0]!);
  });
  return found;
}
