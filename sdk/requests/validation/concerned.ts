// Finds the rules and objects of the specs that a difference affects.

import { parseRequest } from "../../../requests/answer/request";
import type { Difference } from "../../../requests/differences/difference";
import { namesFor } from "../../../requests/table/host-names";
import type {
  Part,
  RoutingTable,
  RuleOwner,
  ServedAddress,
  ServedAnswer,
  ServedPort,
  ServedRule,
  Servers,
} from "../../../requests/table/routing-table";
import { withoutPort } from "../../../requests/table/service-names";
import type { ObjectRef } from "../../../resources/diagnostic";
import type { ConcernedRule } from "./reason";

/** Desired rules by group and host. */
export class ConcernedRules {
  private readonly groups: ReadonlyMap<string, ServedAddress>;
  private readonly servers: Readonly<Record<string, Servers>>;

  constructor(
    { addresses, servers = {} }: RoutingTable,
    private readonly refOf: (owner: RuleOwner) => ObjectRef | undefined,
  ) {
    this.groups = new Map(addresses.map((one) => [one.group, one]));
    this.servers = servers;
  }

  /** The rule that should answer, then rules of the host with the served answer. */
  of({ group, protocol, wasRule, is, isRule, witness }: Difference): ConcernedRule[] {
    const host = parseRequest(witness)?.host ?? "";
    const answer = isRule?.to;
    const protocolByRule = new Map<ServedRule, ServedPort["protocol"]>(wasRule ? [[wasRule, protocol]] : []);
    for (const [rule, on] of this.rulesOf(group, host)) {
      const isAlike = is.kind === "redirect" ? "redirect" in rule.to : answer !== undefined && this.isForSame(rule.to, answer);
      if (isAlike && !protocolByRule.has(rule)) protocolByRule.set(rule, on);
    }
    return this.withObjects(protocolByRule);
  }

  /** Rules that name the host itself, on all ports of the group. */
  ofHost(group: string, host: string): ConcernedRule[] {
    const ports = this.groups.get(group)?.ports ?? [];
    const rules = ports.flatMap(({ hosts, protocol }) => {
      const broad = new Set([...namesFor(host)].flatMap((name) => (name === host ? [] : (hosts[name]?.rules ?? []))));
      const specific = (hosts[host]?.rules ?? []).filter((rule) => !broad.has(rule));
      return specific.map((rule): [ServedRule, ServedPort["protocol"]] => [rule, protocol]);
    });
    return this.withObjects(rules);
  }

  private withObjects(rules: Iterable<[ServedRule, ServedPort["protocol"]]>): ConcernedRule[] {
    return [...rules].flatMap(([rule, on]) => {
      const ref = rule.by && this.refOf(rule.by);
      return rule.by && ref ? [{ ref, by: rule.by, rule, on }] : [];
    });
  }

  /** True if a spec names the host or a wildcard for it. */
  isNamed(group: string, host: string): boolean {
    const ports = this.groups.get(group)?.ports ?? [];
    return ports.some(({ hosts }) => hosts[host] !== undefined || [...namesFor(host)].some((name) => name !== "" && hosts[name]));
  }

  /** Rules for a host of a group, on all ports. */
  private rulesOf(group: string, host: string): [ServedRule, ServedPort["protocol"]][] {
    const names = [...namesFor(host)];
    const ports = this.groups.get(group)?.ports ?? [];
    return ports.flatMap(({ hosts, protocol }) =>
      names.flatMap((name) => (hosts[name]?.rules ?? []).map((rule): [ServedRule, ServedPort["protocol"]] => [rule, protocol])),
    );
  }

  /**
   * True for answers with the same Service, ignoring ports: a missing port has no name. Services with the same servers count as the same.
   */
  private isForSame(a: ServedAnswer, b: ServedAnswer): boolean {
    if (!("forward" in a && "forward" in b)) return false;
    const services = new Set(b.forward.map(({ service }) => serviceIn(service)));
    const servers = new Set(b.forward.flatMap((part) => this.serversOf(part)));
    return a.forward.some(
      (part) =>
        (part.service !== undefined && services.has(serviceIn(part.service))) || this.serversOf(part).some((server) => servers.has(server)),
    );
  }

  private serversOf({ service, servers }: Part): string[] {
    const partServers = servers ?? (service === undefined ? undefined : this.servers[service]);
    return partServers ? [...partServers.ready, ...(partServers.unready ?? [])] : [];
  }
}

const serviceIn = (named: string | undefined): string | undefined => (named === undefined ? undefined : withoutPort(named));
