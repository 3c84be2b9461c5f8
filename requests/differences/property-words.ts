// Describes changed properties of ports and forwards in words.

import type { PortTimeouts, RuleProperties, ServedForward, ServedPort, ServerTls } from "../table/routing-table";
import { sameValue } from "./answers-equal";

/** A property with its old and new value, in words. */
export interface PropertyChange {
  text: string;
  /** A restriction or a protection is removed. */
  isLoss?: true;
}

/** Default values of a target, which rules leave out. */
export interface DefaultValues {
  tlsVersions?: readonly string[];
  timeouts?: PortTimeouts;
  balancing?: string;
}

/** Changed properties of a port. A required client certificate is part of answers instead: clients without one are refused. */
export function portPropertyChanges(was: ServedPort, is: ServedPort, usual: DefaultValues): PropertyChange[] {
  const versions = (port: ServedPort) => versionsText(port.tlsVersions ?? usual.tlsVersions);
  const names = [...new Set([was, is].flatMap(({ properties }) => Object.keys(properties ?? {})))].sort();
  return [
    ...turn(versions(was), versions(is)),
    ...authorityTurn(was, is),
    ...TIMEOUTS.flatMap(([name, words]) =>
      turn(seconds(was.timeouts?.[name], usual.timeouts?.[name]), seconds(is.timeouts?.[name], usual.timeouts?.[name]), words),
    ),
    ...names.flatMap((name) => turn(was.properties?.[name] ?? "as usual", is.properties?.[name] ?? "as usual", `${name} `)),
  ];
}

/** Changed properties of a forward, independent of its servers. */
export function forwardPropertyChanges(was: ServedForward, is: ServedForward, usual: DefaultValues): PropertyChange[] {
  return [
    ...tlsTurns(was, is),
    ...turn(was.proxyProtocol ?? "none", is.proxyProtocol ?? "none", "PROXY protocol "),
    ...turn(affinityText(was), affinityText(is), "affinity "),
    ...turn(was.balancing ?? usual.balancing ?? "as usual", is.balancing ?? usual.balancing ?? "as usual", "balancing "),
    ...policyTurn(was.policies ?? [], is.policies ?? []),
  ];
}

const turn = (was: string, is: string, words = ""): PropertyChange[] => (was === is ? [] : [{ text: `${words}${is}, was ${was}` }]);

const TIMEOUTS = [
  ["client", "idle clients are cut after "],
  ["server", "idle servers are cut after "],
  ["connect", "servers must be reached within "],
] as const;

const seconds = (value: number | undefined, usual: number | undefined): string =>
  value === undefined && usual === undefined ? "the usual time" : `${value ?? usual} s`;

/** `TLS 1.1 to 1.3`, `TLS 1.2`, `TLS 1.0 and 1.2` */
function versionsText(versions: readonly string[] | undefined): string {
  if (!versions) return "the usual versions of TLS";
  const sorted = [...versions].sort();
  const [first, last] = [KNOWN.indexOf(sorted[0] ?? ""), KNOWN.indexOf(sorted.at(-1) ?? "")];
  const isRange = sorted.length > 2 && first >= 0 && last - first === sorted.length - 1;
  return `TLS ${isRange ? `${sorted[0]} to ${sorted.at(-1)}` : sorted.length === 2 && last - first === 1 ? sorted.join(" to ") : sorted.join(" and ")}`;
}

const KNOWN = ["1.0", "1.1", "1.2", "1.3"];

/** Text for a changed authority where a certificate stays optional; a required one is shown by the requests without a certificate. */
function authorityTurn(was: ServedPort, is: ServedPort): PropertyChange[] {
  const [before, now] = [was.authority ?? "none", is.authority ?? "none"];
  if (before === now) return [];
  if (was.clientCertificate !== is.clientCertificate && (was.authority === undefined || is.authority === undefined)) return [];
  const what =
    is.clientCertificate || was.clientCertificate ? "authority of client certificates " : "authority of optional client certificates ";
  return turn(before, now, what);
}

function tlsTurns(was: ServedForward, is: ServedForward): PropertyChange[] {
  const [before, now] = [textsOf(was), textsOf(is)];
  if (sameValue(before, now)) return [];
  const isLoss = (isChecked(was) && !isChecked(is)) || (isEncrypted(was) && !isEncrypted(is));
  const prepositions = now.map((one) => (one === CLEAR ? `in ${one}` : `with ${one}`));
  const text = `servers are spoken to ${prepositions.join(" or ")}, was ${before.join(" or ")}`;
  return [{ text, ...(isLoss ? { isLoss } : {}) }];
}

/** TLS settings towards the servers, without duplicates. */
const textsOf = ({ forward }: ServedForward): string[] => [...new Set(forward.map(({ tls }) => tlsText(tls)))].sort();

const isChecked = ({ forward }: ServedForward): boolean => forward.every(({ tls }) => tls?.verify);
const isEncrypted = ({ forward }: ServedForward): boolean => forward.every(({ tls }) => tls !== undefined);

const CLEAR = "clear text";

/** `TLS (certificate not verified)`, `TLS (certificate verified for web.internal, authority ca)` */
function tlsText(tls: ServerTls | undefined): string {
  if (!tls) return CLEAR;
  const { verify, name, authority, certificate } = tls;
  const further = [
    ...(verify && authority !== undefined ? [`authority ${authority}`] : []),
    ...(certificate === undefined ? [] : [`client certificate ${certificate}`]),
  ];
  const checked = `certificate ${verify ? "" : "not "}verified${verify && name !== undefined ? ` for ${name}` : ""}`;
  return `TLS (${[checked, ...further].join(", ")})`;
}

const affinityText = ({ affinity }: RuleProperties): string =>
  affinity === undefined ? "none" : affinity === "source" ? "by the address of the client" : `by ${affinity}`;

function policyTurn(was: readonly string[], is: readonly string[]): PropertyChange[] {
  const text = (some: readonly string[]) => some.join(" and ") || "none";
  const isGone = was.some((one) => !is.includes(one)) && is.every((one) => was.includes(one));
  // scripts run in this order
  return turn(text(was), text(is), "policies ").map((one) => (isGone ? { ...one, isLoss: true } : one));
}
