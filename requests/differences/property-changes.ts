/** Compares the properties that clients or servers notice beside the answers, between two sides that are both served. */

import { listenerText, type Region, regionText } from "../messages";
import { type Listeners, listenersAt } from "../table/host-entries";
import type { HostEntry, PathCondition, RoutingTable, ServedAddress, ServedPort, ServedRule } from "../table/routing-table";
import { sameValue } from "./answers-equal";
import { forwardPropertyChanges, portPropertyChanges, type PropertyChange, type DefaultValues } from "./property-words";

/** Properties of one region that change. */
export interface PropertyDifference {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /** Empty: any host, or none at all. */
  host: string;
  turns: PropertyChange[];
}

/**
 * Changes of properties that make no answer different, for places and rules that are on both sides. Rules of a host that change alike are one.
 *
 * @param usual words for what is left out because it is usual on the target
 */
export function propertyDifferences(before: RoutingTable, after: RoutingTable, usual: DefaultValues = {}): PropertyDifference[] {
  const found = new Map<string, PropertyDifference>();
  for (const address of after.addresses)
    for (const port of address.ports) {
      const listening = listenersAt(before, { protocol: port.protocol, port: port.port, group: address.group });
      if (!listening) continue;
      for (const name of namesOf(port))
        for (const change of changesAt(placeIn(listening, name), { address, port, name }, usual)) {
          const key = `${change.region}\n${change.turns.map(({ text }) => text).join("\n")}`;
          if (!found.has(key)) found.set(key, change);
        }
    }
  return [...found.values()];
}

/** Names of a port; one without any answers all alike. */
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
  const whole = [...common, ...(isOne ? first.turns : [])];
  return [
    ...(whole.length > 0 ? [{ region: listenerText(place), host: name, turns: whole }] : []),
    ...(isOne ? [] : rules)
      .filter(({ turns }) => turns.length > 0)
      .map(({ rule, turns }) => ({ region: regionText(regionOf(place, rule)), host: name, turns })),
  ];
}

/** The port as clients of one name see it. */
const withOwn = (port: ServedPort, entry: HostEntry | undefined): ServedPort =>
  entry?.tlsVersions ? { ...port, tlsVersions: entry.tlsVersions } : port;

/** The turns of each rule that forwards the same requests on both sides. */
function ruleTurns(before: readonly ServedRule[], after: readonly ServedRule[], usual: DefaultValues): { rule: ServedRule; turns: PropertyChange[] }[] {
  const known = new Map<string, ServedRule>();
  for (const rule of before) if (!known.has(keyOf(rule))) known.set(keyOf(rule), rule);
  return after.flatMap((rule) => {
    const was = known.get(keyOf(rule));
    if (!was || !("forward" in was.to) || !("forward" in rule.to)) return [];
    return [{ rule, turns: was.to === rule.to ? [] : forwardPropertyChanges(was.to, rule.to, usual) }];
  });
}

const keyOf = ({ match }: ServedRule): string => JSON.stringify(match ?? []);

/** The region of the requests that a rule is written for. */
export function regionOf(place: Region, rule: ServedRule): Region {
  const path = rule.match?.find((one): one is PathCondition => one.of === "path" && !one.not);
  return { ...place, ...(path ? { path: { match: path.is, value: path.values[0] ?? "" } } : {}), isRule: rule };
}
