// Compares what clients or servers notice beside the answers (TLS versions, timeouts, balancing) between two routing tables.

import { listenerText, type Region, regionText } from "../messages";
import { type Listeners, listenersAt } from "../table/host-entries";
import type { HostEntry, PathCondition, RoutingTable, ServedAddress, ServedPort, ServedRule } from "../table/routing-table";
import { sameValue } from "./answers-equal";
import { type DefaultValues, forwardPropertyChanges, type PropertyChange, portPropertyChanges } from "./property-words";

/** Changed properties of one region. */
export interface PropertyDifference {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /** Empty: any host, or no host. */
  host: string;
  turns: PropertyChange[];
}

/**
 * Changed properties of hosts and rules that exist on both sides. Rules of a host with the same changes are merged.
 *
 * @param usual default values of the target, for values that a side leaves out
 */
export function propertyDifferences(before: RoutingTable, after: RoutingTable, usual: DefaultValues = {}): PropertyDifference[] {
  const byKey = new Map<string, PropertyDifference>();
  for (const address of after.addresses)
    for (const port of address.ports) {
      const listening = listenersAt(before, { protocol: port.protocol, port: port.port, group: address.group });
      if (!listening) continue;
      for (const name of namesOf(port))
        for (const change of changesAt(placeIn(listening, name), { address, port, name }, usual)) {
          const key = `${change.region}\n${change.turns.map(({ text }) => text).join("\n")}`;
          if (!byKey.has(key)) byKey.set(key, change);
        }
    }
  return [...byKey.values()];
}

/** Host names of a port; a port without hosts has one entry for all. */
function namesOf({ hosts }: ServedPort): string[] {
  const names = Object.keys(hosts);
  return names.length > 0 ? names : [""];
}

interface Before {
  port: ServedPort;
  entry?: HostEntry;
}

function placeIn({ names, ports }: Listeners, name: string): Before | undefined {
  return names.get(name)?.[0] ?? (name === "" ? ports.find(({ port }) => Object.keys(port.hosts).length === 0) : undefined);
}

function changesAt(
  was: Before | undefined,
  { address, port, name }: { address: ServedAddress; port: ServedPort; name: string },
  usual: DefaultValues,
): PropertyDifference[] {
  if (!was || was.port.protocol !== port.protocol) return [];
  const entry = port.hosts[name];
  const place = { protocol: port.protocol, port: port.port, host: name, group: address.group };
  const common = portPropertyChanges(withOwn(was.port, was.entry), withOwn(port, entry), usual);
  const rules = was.entry === entry ? [] : ruleTurns(was.entry?.rules ?? [], entry?.rules ?? [], usual);
  const [first, ...others] = rules;
  const isOne = first !== undefined && others.every(({ turns }) => sameValue(turns, first.turns));
  const turnsOfAll = [...common, ...(isOne ? first.turns : [])];
  return [
    ...(turnsOfAll.length > 0 ? [{ region: listenerText(place), host: name, turns: turnsOfAll }] : []),
    ...(isOne ? [] : rules)
      .filter(({ turns }) => turns.length > 0)
      .map(({ rule, turns }) => ({ region: regionText(regionOf(place, rule)), host: name, turns })),
  ];
}

/** The port as clients of one host see it. */
const withOwn = (port: ServedPort, entry: HostEntry | undefined): ServedPort =>
  entry?.tlsVersions ? { ...port, tlsVersions: entry.tlsVersions } : port;

/** Changed properties of each rule that forwards the same requests on both sides. */
function ruleTurns(
  before: readonly ServedRule[],
  after: readonly ServedRule[],
  usual: DefaultValues,
): { rule: ServedRule; turns: PropertyChange[] }[] {
  const beforeByKey = new Map<string, ServedRule>();
  for (const rule of before) if (!beforeByKey.has(keyOf(rule))) beforeByKey.set(keyOf(rule), rule);
  return after.flatMap((rule) => {
    const was = beforeByKey.get(keyOf(rule));
    if (!was || !("forward" in was.to) || !("forward" in rule.to)) return [];
    return [{ rule, turns: was.to === rule.to ? [] : forwardPropertyChanges(was.to, rule.to, usual) }];
  });
}

const keyOf = ({ match }: ServedRule): string => JSON.stringify(match ?? []);

/** The region of the requests that a rule matches. */
export function regionOf(place: Region, rule: ServedRule): Region {
  const path = rule.match?.find((one): one is PathCondition => one.of === "path" && !one.not);
  return { ...place, ...(path ? { path: { match: path.is, value: path.values[0] ?? "" } } : {}), isRule: rule };
}
