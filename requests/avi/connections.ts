// Reads layer 4 virtual services of Avi: TCP, UDP, and TLS with its server names.

import { textIn } from "../../resources/json";
import type { HostEntry, Protocol, ServedAnswer, ServedPort, ServedRule } from "../table/routing-table";
import { ownedBy } from "../table/rule-owners";
import { type Body, byIndex, type Lookup, numbersIn, recordIn, recordsIn, referencedName, textsIn, unquoted } from "./bodies";
import { certificateFor, certificatesOf } from "./certificates";
import { policiesOf, tlsVersionsOf, withPolicies } from "./properties";
import { forwardOf } from "./servers";

const NOBODY = { closed: "no server is ready" };

/** Ports of a layer 4 virtual service; ports of SCTP are left out. */
export function connectionPorts(cx: Lookup, vs: Body, dns: readonly string[]): ServedPort[] {
  return recordsIn(vs.services).flatMap(({ port, enable_ssl, override_network_profile_ref }): ServedPort[] => {
    const at = Number(port);
    const transport = transportOf(referencedName(override_network_profile_ref ?? vs.network_profile_ref)) ?? chosenFor(cx, vs, at);
    if (transport === "sctp" && !cx.names.inFull) return [];
    const named = handshakes(cx, vs, at);
    const protocol: Protocol = named ? "tls" : enable_ssl === true ? "https" : transport;
    const hostEntries = named ?? everyone(cx, vs, at, transport, enable_ssl === true ? dns : []);
    const policies = policiesOf(
      cx,
      override_network_profile_ref === undefined ? vs : { ...vs, network_profile_ref: override_network_profile_ref },
    );
    const hosts = Object.fromEntries(
      Object.entries(hostEntries).map(([name, entry]) => [name, { ...entry, rules: withPolicies(entry.rules, policies) }]),
    );
    return [{ port: at, protocol, ...(enable_ssl === true ? tlsVersionsOf(cx, vs) : {}), hosts, otherwise: NOBODY }];
  });
}

type Transport = "tcp" | "udp" | "sctp";

/** The transport that the name of a profile contains; a custom profile may have no such name. */
const transportOf = (text: string): Transport | undefined =>
  (["sctp", "udp", "tcp"] as const).find((protocol) => text.toLowerCase().includes(protocol));

/** The transport that pools are selected by at the port; TCP where there are several. */
function chosenFor(cx: Lookup, vs: Body, port: number): Transport {
  const rules = policySets(cx, vs).flatMap((set) => recordsIn(recordIn(set.l4_connection_policy).rules));
  const candidates = [
    ...rules.flatMap(({ match }) => {
      const { port: ports, protocol } = recordIn(match);
      return numbersIn(recordIn(ports).ports).includes(port) ? [textIn(recordIn(protocol).protocol)] : [];
    }),
    ...recordsIn(vs.service_pool_select).flatMap((one) => (Number(one.service_port) === port ? [textIn(one.service_protocol)] : [])),
  ].map(transportOf);
  return candidates.includes("tcp") ? "tcp" : (candidates.find((one) => one !== undefined) ?? "tcp");
}

const policySets = (cx: Lookup, vs: Body): Body[] =>
  byIndex(recordsIn(vs.l4_policies)).flatMap(({ l4_policy_set_ref }) => cx.found("l4policyset", l4_policy_set_ref));

/** One answer for all connections; if the virtual service terminates TLS, for the names of its certificate. */
function everyone(cx: Lookup, vs: Body, port: number, transport: Transport, names: readonly string[]): ServedPort["hosts"] {
  const rule = chosen(cx, vs, port, transport);
  const rules = rule ? [rule] : [];
  if (names.length === 0) return { "": { rules } };
  const certificates = certificatesOf(cx, vs.ssl_key_and_certificate_refs);
  return Object.fromEntries(
    names.map((name) => {
      const certificate = certificateFor(certificates, name);
      return [name, { ...(certificate === undefined ? {} : { certificate }), rules }];
    }),
  );
}

/** The pool selected by port and protocol, else by port, else for the whole virtual service. */
function chosen(cx: Lookup, vs: Body, port: number, transport: Transport): ServedRule | undefined {
  for (const set of policySets(cx, vs))
    for (const { match, action } of byIndex(recordsIn(recordIn(set.l4_connection_policy).rules))) {
      const { port: ports, protocol } = recordIn(match);
      const fits = numbersIn(recordIn(ports).ports).includes(port) && textIn(recordIn(protocol).protocol).toLowerCase().endsWith(transport);
      const { pool_ref, pool_group_ref } = recordIn(recordIn(action).select_pool);
      if (fits) return ruleTo(cx, { pool: pool_ref, group: pool_group_ref }, `l4policyset/${textIn(set.name)}`);
    }
  const selected = recordsIn(vs.service_pool_select).find(
    ({ service_port, service_protocol }) => Number(service_port) === port && /UDP/.test(textIn(service_protocol)) === (transport === "udp"),
  );
  const on = `virtualservice/${textIn(vs.name)}`;
  if (selected) return ruleTo(cx, { pool: selected.service_pool_ref, group: selected.service_pool_group_ref }, on);
  return ruleTo(cx, { pool: vs.pool_ref, group: vs.pool_group_ref }, on);
}

function ruleTo(cx: Lookup, target: { pool?: unknown; group?: unknown }, on: string, host = ""): ServedRule | undefined {
  const to = forwardOf(cx, target, NOBODY);
  if (!to) return undefined;
  const [first] =
    target.group === undefined ? [target.pool] : recordsIn(cx.at("poolgroup", target.group)?.members).map(({ pool_ref }) => pool_ref);
  const owners = first === undefined ? undefined : cx.names.owners?.(`pool/${referencedName(first)}`, host);
  return { to, ...ownedBy(owners), on };
}

/** Server names for which a script selects pool groups; undefined where no script reads the handshake. */
function handshakes(cx: Lookup, vs: Body, port: number): ServedPort["hosts"] | undefined {
  const set = recordsIn(vs.vs_datascripts)
    .flatMap(({ vs_datascript_set_ref }) => cx.found("vsdatascriptset", vs_datascript_set_ref))
    .find(({ datascript }) => recordsIn(datascript).some(({ evt }) => evt === "VS_DATASCRIPT_EVT_L4_REQUEST"));
  if (!set) return undefined;
  const on = `vsdatascriptset/${textIn(set.name)}`;
  const hosts: ServedPort["hosts"] = {};
  for (const [host, group] of groupsByName(set, port)) hosts[host] ??= handedOn(cx, group, host, on);
  return hosts;
}

/**
 * Server names of the handshake and their pool groups at a port, from the script of a set; `**.example.com` stands for one or more labels.
 */
function groupsByName(set: Body, port: number): [name: string, group: string][] {
  const script = recordsIn(set.datascript)
    .map((part) => textIn(part.script))
    .join("\n");
  return tablesIn(script, port) ?? byGroupName(textsIn(set.pool_group_refs).map(referencedName));
}

function handedOn(cx: Lookup, group: string, host: string, on: string): HostEntry {
  const rule = group === "" ? undefined : ruleTo(cx, { group }, on, host);
  const to: ServedAnswer = rule && "forward" in rule.to ? { ...rule.to, tls: "passthrough" } : { closed: "no Route takes the name" };
  return { rules: [{ ...(rule ?? { on }), to }] };
}

const TEXT = '"((?:[^"\\\\]|\\\\.)*)"';

/**
 * Name and pool group of each entry: `["name"] = "group"` with wildcards of one label, or by port `{"name", "group"}` with wildcards of any
 * number.
 */
function tablesIn(script: string, port: number): [string, string][] | undefined {
  const all = [...script.matchAll(new RegExp(`^ {2}\\[${TEXT}\\] = ${TEXT},$`, "gm"))];
  if (all.length > 0) return all.map(([, host = "", group = ""]) => [unquoted(host), unquoted(group)]);
  const block = new RegExp(`^ {2}\\["${port}"\\] = \\{\n((?: {4}.*\n)*)`, "m").exec(script)?.[1];
  if (block === undefined) return undefined;
  const entries = [...block.matchAll(new RegExp(`^ {4}\\{${TEXT}, ${TEXT}\\},$`, "gm"))];
  return entries.map(([, host = "", group = ""]) => [unquoted(host).replace(/^\*\./, "**."), unquoted(group)]);
}

/** AKO's script selects the pool group that has the name of the host. */
const byGroupName = (groups: readonly string[]): [string, string][] =>
  groups.map((group) => [group.replace(/^.*?--/, "").toLowerCase(), group]);
