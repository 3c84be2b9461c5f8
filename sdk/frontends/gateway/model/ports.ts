// Builds the ports of a Gateway from its listeners and the attached rules.

import { groupBy } from "../../../../resources/lists";
import type { ConnectionPort, GatewayPort, RequestPort } from "../../../routing/gateway/model";
import type { Rule } from "../../../routing/rule";
import { type ConnectionOnListener, connectionPort } from "./connections";
import { except } from "./hostnames";
import { type Listener, mayBeServed } from "./listeners";
import { type Report, reportOlderRule } from "./older-rule";
import { byRank } from "./rank";

/** A rule on a listener, for one effective host. */
export interface RuleOnListener extends Omit<Rule, "except"> {
  on: Listener;
}

/** Rules of Routes on listeners. */
export interface PlacedRules {
  rules: RuleOnListener[];
  /** Rules that the target refuses; they are not served but desired. */
  refused: RuleOnListener[];
}

/** Ports of a Gateway, from served listeners. */
export function portsOf(
  listeners: readonly Listener[],
  rules: PlacedRules,
  connections: readonly ConnectionOnListener[],
  report: Report,
): GatewayPort[] {
  const byPort = groupBy(listeners.filter(mayBeServed), ({ spec: { protocol, port } }) => `${protocol} ${port}`);
  return [...byPort.values()].map((on) => portOf(on, rules, connections, report)).sort((a, b) => a.port - b.port || rankOf(a) - rankOf(b));
}

const rankOf = ({ protocol }: GatewayPort) => Number(protocol === "UDP");

function portOf(on: readonly Listener[], rules: PlacedRules, connections: readonly ConnectionOnListener[], report: Report): GatewayPort {
  const [first] = on;
  const { port = 0, protocol = "" } = first?.spec ?? {};
  if (protocol === "HTTP" || protocol === "HTTPS") return requestPort(protocol, port, on, rules, report);
  return connectionPort(protocol as ConnectionPort["protocol"], port, on, connections, report);
}

function requestPort(
  protocol: "HTTP" | "HTTPS",
  port: number,
  on: readonly Listener[],
  { rules, refused }: PlacedRules,
  report: Report,
): RequestPort {
  const ranked = rulesOn(on, rules).sort(byRank);
  const unserved = rulesOn(on, refused);
  reportTaken(ranked, `${protocol} port ${port}`, report);
  const clients = on.find((listener) => listener.clients)?.clients;
  return {
    protocol,
    port,
    certificates: distinct(on),
    ...(on.some(({ lost }) => lost) ? { keepsCertificates: true } : {}),
    ...(clients ? { clients } : {}),
    rules: ranked,
    ...(unserved.length > 0 ? { desired: [...ranked, ...unserved].sort(byRank) } : {}),
  };
}

function rulesOn(on: readonly Listener[], rules: readonly RuleOnListener[]): Rule[] {
  const hostnames = on.map(({ hostname }) => hostname);
  return rules
    .filter((rule) => on.includes(rule.on))
    .flatMap(({ on: listener, ...rule }): Rule[] => {
      const others = except(rule.host, listener.hostname, hostnames);
      return others ? [{ ...rule, except: others }] : [];
    });
}

/** Reports matches that an earlier rule has too, so that no request reaches them. */
function reportTaken(rules: readonly Rule[], port: string, report: Report): void {
  const first = new Map<string, Rule>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.host, rule.match]);
    const older = first.get(key);
    if (older)
      reportOlderRule(
        report,
        rule,
        older,
        `requests of ${port} for ${rule.host || "every host"}${rule.match.path.value} (match ${rule.index})`,
      );
    else first.set(key, rule);
  }
}

/** Certificates in the order of listeners, each Secret once. */
function distinct(on: readonly Listener[]): RequestPort["certificates"] {
  const all = on.flatMap(({ certificates }) => certificates);
  return [...new Map(all.map((one) => [`${one.source.namespace}/${one.source.name}`, one])).values()];
}
