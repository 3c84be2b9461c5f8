// Reads HTTP virtual services of Avi with their children: hosts, certificates, rules.

import { textIn } from "../../resources/json";
import type { HostEntry, ServedPort } from "../table/routing-table";
import { type Body, type Lookup, recordsIn, textsIn } from "./bodies";
import { certificateFor, certificatesOf, type NamedCertificate } from "./certificates";
import { Labels } from "./labels";
import { Policies } from "./policies";
import { policiesOf, tlsVersionsOf, withPolicies } from "./properties";

/**
 * Answer of a virtual service to requests without a matching rule (docs/verify.md#assumptions-about-avi).
 *
 * @unverified avi/no-rule
 */
const UNKNOWN = { status: null };

/** Rules of one virtual service for one host. */
interface RequestRules {
  names: string[];
  at(name: string, port: number, bySni: boolean): HostEntry;
}

/** Ports of an HTTP virtual service and of its children. */
export function requestPorts(cx: Lookup, vs: Body, children: readonly Body[], dns: readonly string[]): ServedPort[] {
  const parentRules = rulesOf(cx, vs);
  const below = children.map((child) => ({ child, rules: rulesOf(cx, child), names: namesOfChild(child) }));
  const isEnhanced = vs.vh_type === "VS_TYPE_VH_ENHANCED";
  const certificates = certificatesOf(cx, vs.ssl_key_and_certificate_refs);
  return recordsIn(vs.services).map(({ port, enable_ssl }) => {
    const at = Number(port);
    const bySni = enable_ssl === true && !isEnhanced && children.length > 0;
    const hosts: ServedPort["hosts"] = {};
    // without a certificate no TLS connection is established
    const isHeard = enable_ssl !== true || certificates.length > 0;
    // @unverified avi/unknown-server-name
    if (isHeard && (enable_ssl !== true || children.length === 0)) {
      const names = [
        ...parentRules.names,
        ...(vs.type === "VS_TYPE_VH_PARENT" ? [] : dns),
        ...(enable_ssl === true ? namesOfCertificates(certificates) : []),
      ];
      for (const name of new Set(names.length > 0 ? [...names, ...anyName(parentRules.names)] : [""]))
        hosts[name] = parentRules.at(name, at, false);
    }
    if (enable_ssl === true || isEnhanced)
      for (const { child, rules, names } of below) {
        const shown = isEnhanced ? certificates : certificatesOf(cx, child.ssl_key_and_certificate_refs);
        for (const name of names) {
          const entry = withCertificate(rules.at(name, at, bySni), enable_ssl === true ? shown : [], name);
          // the parent terminates TLS for children that differ by host and path
          hosts[name] ??= enable_ssl === true ? { ...entry, ...tlsVersionsOf(cx, isEnhanced ? vs : child) } : entry;
        }
      }
    if (enable_ssl === true && children.length === 0)
      for (const name of Object.keys(hosts))
        hosts[name] = { ...withCertificate(hosts[name] as HostEntry, certificates, name), ...tlsVersionsOf(cx, vs) };
    return { port: at, protocol: enable_ssl === true ? "https" : "http", ...(bySni ? { bySni } : {}), hosts, otherwise: UNKNOWN };
  });
}

function withCertificate(rules: HostEntry, certificates: readonly NamedCertificate[], name: string): HostEntry {
  const certificate = certificateFor(certificates, name);
  return certificate === undefined ? rules : { certificate, ...rules };
}

const namesOfCertificates = (certificates: readonly NamedCertificate[]): string[] => certificates.flatMap(({ hosts }) => hosts ?? []);

/** Rules without a host match every name. */
const anyName = (names: readonly string[]): string[] => (names.length === 0 ? [] : [""]);

// @unverified avi/wildcard-children
const namesOfChild = ({ vh_domain_name, vh_matches }: Body): string[] => [
  ...textsIn(vh_domain_name).map((name) => name.toLowerCase()),
  ...recordsIn(vh_matches).map(({ host }) => textIn(host).toLowerCase()),
];

function rulesOf(cx: Lookup, vs: Body): RequestRules {
  const [script] = recordsIn(vs.vs_datascripts).flatMap(({ vs_datascript_set_ref }) => cx.found("vsdatascriptset", vs_datascript_set_ref));
  const labels = script && new Labels(cx, script);
  const policies = new Policies(cx, vs.http_policies, labels);
  const beside = policiesOf(cx, vs);
  return {
    names: [...policies.names, ...(labels?.names ?? [])],
    at(name, port, bySni) {
      const { rules, changes } = policies.at({ name, port, ...(bySni ? { bySni } : {}) });
      const labelled = labels?.at(changes.host ?? name, changes) ?? [];
      // @unverified avi/sets-before-script
      return { rules: withPolicies([...rules, ...labelled], beside) };
    },
  };
}
