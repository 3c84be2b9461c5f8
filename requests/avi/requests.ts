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

/** A virtual service, or a child, that answers requests. */
interface RequestServer {
  /** Names of its rules. */
  names: string[];
  rulesAt(name: string, listener: Listener): HostEntry;
  /** The certificates that clients get from it, and its versions of TLS. */
  certificates: NamedCertificate[];
  tlsVersions: Pick<ServedPort, "tlsVersions">;
}

type Listener = Pick<ServedPort, "port" | "protocol" | "bySni">;

/** Ports of an HTTP virtual service and of its children. */
export function requestPorts(cx: Lookup, vs: Body, children: readonly Body[], dns: readonly string[]): ServedPort[] {
  const isEnhanced = vs.vh_type === "VS_TYPE_VH_ENHANCED";
  const parent = serverOf(cx, vs);
  // with EVH the parent terminates TLS for its children, which differ by host and path
  const below = children.map((child) => ({ ...serverOf(cx, child, isEnhanced ? vs : child), names: namesOfChild(child) }));
  const ownDns = vs.type === "VS_TYPE_VH_PARENT" ? [] : dns;
  return recordsIn(vs.services).map(({ port, enable_ssl }) => {
    const isTls = enable_ssl === true;
    const bySni = isTls && !isEnhanced && children.length > 0;
    const listener: Listener = { port: Number(port), protocol: isTls ? "https" : "http", ...(bySni ? { bySni } : {}) };
    // @unverified avi/unknown-server-name
    const parentNames = isTls && children.length > 0 ? [] : ownNames(parent, ownDns, isTls);
    const answering = isTls || isEnhanced ? below : [];
    const entries = [...entriesOf(parent, parentNames, listener), ...answering.flatMap((child) => entriesOf(child, child.names, listener))];
    const hosts: ServedPort["hosts"] = {};
    for (const [name, entry] of entries) hosts[name] ??= entry;
    return { ...listener, hosts, otherwise: UNKNOWN };
  });
}

/** Names that a virtual service itself answers, `""` for any. Without a certificate no TLS connection is established. */
function ownNames({ names, certificates }: RequestServer, dns: readonly string[], isTls: boolean): string[] {
  if (isTls && certificates.length === 0) return [];
  const allNames = [...names, ...dns, ...(isTls ? certificates.flatMap(({ hosts }) => hosts ?? []) : [])];
  // rules without a host match every name
  return names.length > 0 || allNames.length === 0 ? [...allNames, ""] : allNames;
}

/** The answers of one server to requests with these names. */
function entriesOf(server: RequestServer, names: readonly string[], listener: Listener): [string, HostEntry][] {
  return [...new Set(names)].map((name) => {
    const entry = server.rulesAt(name, listener);
    if (listener.protocol === "http") return [name, entry];
    const certificate = certificateFor(server.certificates, name);
    return [name, { ...(certificate === undefined ? {} : { certificate }), ...entry, ...server.tlsVersions }];
  });
}

// @unverified avi/wildcard-children
const namesOfChild = ({ vh_domain_name, vh_matches }: Body): string[] => [
  ...textsIn(vh_domain_name).map((name) => name.toLowerCase()),
  ...recordsIn(vh_matches).map(({ host }) => textIn(host).toLowerCase()),
];

/** @param terminating the virtual service that terminates TLS for it */
function serverOf(cx: Lookup, vs: Body, terminating = vs): RequestServer {
  const [script] = recordsIn(vs.vs_datascripts).flatMap(({ vs_datascript_set_ref }) => cx.found("vsdatascriptset", vs_datascript_set_ref));
  const labels = script && new Labels(cx, script);
  const policies = new Policies(cx, vs.http_policies, labels);
  const beside = policiesOf(cx, vs);
  return {
    names: [...policies.names, ...(labels?.names ?? [])],
    rulesAt(name, { port, bySni }) {
      const { rules, changes } = policies.at({ name, port, bySni });
      const labelled = labels?.at(changes.host ?? name, changes) ?? [];
      // @unverified avi/sets-before-script
      return { rules: withPolicies([...rules, ...labelled], beside) };
    },
    certificates: certificatesOf(cx, terminating.ssl_key_and_certificate_refs),
    tlsVersions: tlsVersionsOf(cx, terminating),
  };
}
