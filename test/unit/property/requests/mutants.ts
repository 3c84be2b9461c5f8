import type { Condition, HostEntry, RoutingTable, ServedPort } from "../../../../requests/table/routing-table";
import { answerOf, type Draw, ruleOf } from "./world";

/** One change of rules, as an error of a lowering or an edit by hand would make it. */
type Mutation = (port: ServedPort, entry: HostEntry, draw: Draw) => void;

const place = (entry: HostEntry, draw: Draw) => draw.below(Math.max(1, entry.rules.length));

function onCondition(entry: HostEntry, draw: Draw, change: (match: Condition[], at: number) => void): void {
  const match = entry.rules[place(entry, draw)]?.match;
  if (match && match.length > 0) change(match, draw.below(match.length));
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a rule is removed": (_, entry, draw) => void entry.rules.splice(place(entry, draw), 1),
  "a rule is added": (_, entry, draw) => void entry.rules.splice(place(entry, draw), 0, ruleOf(draw, draw.chance(0.3))),
  "two rules change places": (_, entry, draw) => {
    const at = place(entry, draw);
    const [one] = entry.rules.splice(at, 1);
    if (one) entry.rules.splice(at + 1, 0, one);
  },
  "an answer changes": (_, entry, draw) => {
    const rule = entry.rules[place(entry, draw)];
    if (rule) rule.to = answerOf(draw);
  },
  "a condition is turned": (_, entry, draw) =>
    onCondition(entry, draw, (match, at) => {
      const { not, ...rest } = match[at]!;
      match[at] = (not ? rest : { ...rest, not: true }) as Condition;
    }),
  "a condition is dropped": (_, entry, draw) => onCondition(entry, draw, (match, at) => void match.splice(at, 1)),
  "a value changes": (_, entry, draw) =>
    onCondition(entry, draw, (match, at) => {
      const condition = match[at]!;
      if (condition.of === "path" && condition.is !== "regex") condition.values = [draw.pick(["/", "/a", "/a/b", "/abc", "/x"])];
    }),
  "a path is compared otherwise": (_, entry, draw) =>
    onCondition(entry, draw, (match, at) => {
      const condition = match[at]!;
      if (condition.of === "path" && condition.is !== "regex") condition.is = draw.pick(["exact", "segments", "characters"] as const);
    }),
  "clients are restricted": (port, _, draw) => {
    if (port.clients) delete port.clients;
    else port.clients = [draw.pick(["10.0.0.0/8", "10.1.0.0/16"])];
  },
  "the rest is answered otherwise": (_, entry, draw) => {
    entry.otherwise = answerOf(draw);
  },
  "a certificate is lost": (_, entry) => {
    if (entry.certificate === undefined) entry.certificate = "new";
    else delete entry.certificate;
  },
  "a name is removed": (port, entry) => {
    for (const [name, one] of Object.entries(port.hosts)) if (one === entry) delete port.hosts[name];
  },
};

/** Changes that no client notices. */
export const NO_OPS: Readonly<Record<string, Mutation>> = {
  "a rule has another owner": (_, entry) => {
    for (const rule of entry.rules) Object.assign(rule, { by: { object: "Ingress team/other", pointer: "/x" }, on: "l7policy/new" });
  },
  "a rule is there twice": (_, entry, draw) => {
    const at = place(entry, draw);
    if (entry.rules[at]) entry.rules.splice(at + 1 + draw.below(entry.rules.length - at), 0, structuredClone(entry.rules[at]));
  },
  "names are in another order": (port) => {
    port.hosts = Object.fromEntries(Object.entries(port.hosts).reverse());
  },
  "weights have another scale": (_, entry) => {
    for (const { to } of entry.rules) if ("forward" in to) for (const part of to.forward) part.weight *= 7;
  },
  "a name repeats what a broader one answers": (port) => {
    const broad = port.hosts["*.w.com"];
    if (broad && !port.hosts["new.w.com"]) port.hosts["new.w.com"] = structuredClone(broad);
  },
  "a rule comes after one that takes everything": (_, entry, draw) => {
    if (entry.rules.some(({ match }) => match === undefined)) entry.rules.push(ruleOf(draw, true));
  },
  "a certificate has another name": (_, entry) => {
    if (entry.certificate) entry.certificate = "renewed";
  },
  "conditions are in another order": (_, entry) => {
    for (const { match } of entry.rules) match?.reverse();
  },
};

/** A copy with the change at a random name. */
export function mutated(rules: RoutingTable, mutation: Mutation, draw: Draw): RoutingTable {
  const copy = structuredClone(rules);
  const port = draw.pick(copy.addresses[draw.chance(0.9) ? 0 : 1]!.ports);
  const entry = draw.pick(Object.values(port.hosts));
  if (entry) mutation(port, entry, draw);
  return copy;
}
