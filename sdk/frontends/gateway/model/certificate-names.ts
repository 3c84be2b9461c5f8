// Warns about certificates of Gateways that clients reject.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { warnOfOtherHost, warnOfPair } from "../../../routing/certificates";
import { keyOf } from "../../../specs";
import type { GatewayState } from "./gateways";
import type { Listener } from "./listeners";
import type { Report } from "./older-rule";
import type { RuleOnListener } from "./ports";

/** Warns about certificates with a wrong key, and hosts that no certificate is valid for, as for an Ingress. */
export function warnOfCertificates({ listeners, sets }: GatewayState, rules: readonly RuleOnListener[], report: Report): void {
  for (const listener of [...listeners, ...sets.flatMap((one) => one.listeners)]) warnOfListener(listener, rules, report);
}

function warnOfListener(listener: Listener, rules: readonly RuleOnListener[], report: Report): void {
  const pairs = listener.certificates.map(({ source, certificate, key }) => ({
    ...{ certificate, key, source: `Secret ${keyOf(source)}`, owner: listener.owner.ref },
    at: `${listener.at}/tls/certificateRefs`,
  }));
  for (const pair of pairs) warnOfPair(pair, report);
  const served = rules.filter((rule) => rule.on === listener).map(({ host }) => host);
  const hosts = served.length > 0 ? served : [listener.hostname];
  for (const host of new Set(hosts.filter(Boolean))) {
    const faults = pairs.map((pair) => faultsOf(host, pair));
    if (faults.every(({ length }) => length > 0)) for (const fault of faults[0] ?? []) report(fault);
  }
}

function faultsOf(host: string, pair: Parameters<typeof warnOfOtherHost>[1]): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  warnOfOtherHost(host, pair, (diagnostic) => warnings.push(diagnostic));
  return warnings;
}
