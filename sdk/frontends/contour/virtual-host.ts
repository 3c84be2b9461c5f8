// Checks the virtual hosts of IngressRoutes: names, namespaces, TLS.

import { addTo } from "../../../resources/lists";
import { isCertificate, isPrivateKey, warnOfOtherHost, warnOfPair } from "../../routing/certificates";
import type { Termination, TlsVersion } from "../../routing/model";
import { compare, diagnose, keyInField, keyOf, objectsOf, type SpecSet } from "../../specs";
import { type ContourContext, type ContourFault, ingressRouteName, quote } from "./context";
import { certificateDelegationReader, type IngressRoute } from "./ingress-route-reader";

/** An IngressRoute with a virtual host. */
export type Root = IngressRoute & { virtualHost: NonNullable<IngressRoute["virtualHost"]> };

export const isRoot = (object: IngressRoute): object is Root => object.virtualHost !== undefined;

/** Names of a root: its fqdn and aliases, without duplicates. */
export function namesOf({ virtualHost: { fqdn, aliases } }: Root): string[] {
  return [...new Set([fqdn, ...aliases])];
}

/**
 * Roots that share a name are invalid together, regardless of other faults; names are compared as written (contour.md 1.2, step 2). An
 * alias may not be a name of another root (section 2, "Gaps").
 */
export function sharedNames(roots: readonly Root[]): Map<Root, ContourFault[]> {
  const users = new Map<string, Root[]>();
  for (const root of roots) for (const name of namesOf(root)) addTo(users, name, root);
  const faults = new Map<Root, ContourFault[]>();
  for (const [name, sharing] of users) {
    if (sharing.length < 2) continue;
    const byFqdn = sharing.filter(({ virtualHost }) => virtualHost.fqdn === name);
    for (const root of sharing) {
      const contours = byFqdn.length > 1 && byFqdn.includes(root);
      const all = (contours ? byFqdn : sharing).map(ingressRouteName).sort(compare).join(", ");
      const at = root.virtualHost.fqdn === name ? "/spec/virtualhost/fqdn" : "/spec/virtualhost/aliases";
      const message = `fqdn ${quote(name)} is used in multiple IngressRoutes: ${all}`;
      const remedy = "Keep the name in one root and delegate from there.";
      const fault: ContourFault = { code: "LB1503", at, message, remedy, beyondContour: !contours };
      addTo(faults, root, fault);
    }
  }
  return faults;
}

/** Labels of letters, digits, dashes and underscores; other names reach no host. */
const NAME = /^(?!.*(\.\.|\.-|-\.))[\w][-.\w]*(?<!-)$/;

/** Faults in names: absent, a wildcard (contour.md 1.2, step 4), or invalid. */
export function nameFaults({ virtualHost: { fqdn, aliases } }: Root): ContourFault[] {
  const faults: ContourFault[] = [];
  const at = "/spec/virtualhost/fqdn";
  if (fqdn.trim() === "") faults.push({ code: "LB1502", at, message: "Spec.VirtualHost.Fqdn must be specified" });
  else if (fqdn.includes("*")) faults.push({ code: "LB1502", at, message: `Spec.VirtualHost.Fqdn ${quote(fqdn)} cannot use wildcards` });
  else if (!NAME.test(fqdn))
    faults.push({
      code: "LB1502",
      at,
      message: `Spec.VirtualHost.Fqdn ${quote(fqdn)} is not a DNS name`,
      remedy: "Write letters, digits, dashes and dots only.",
      beyondContour: true,
    });
  for (const [i, alias] of aliases.entries()) {
    const problem =
      alias.trim() === ""
        ? "must not be empty"
        : alias.includes("*")
          ? `${quote(alias)} cannot use wildcards`
          : NAME.test(alias)
            ? ""
            : `${quote(alias)} is not a DNS name`;
    if (!problem) continue;
    const message = `Spec.VirtualHost.Aliases ${problem}`;
    faults.push({ code: "LB1502", at: `/spec/virtualhost/aliases/${i}`, message, beyondContour: true });
  }
  return faults;
}

/** `X.com` and `x.com` are two hosts to Contour and one to clients (contour.md 1.2). */
export function warnOfCase(cx: ContourContext, roots: readonly Root[]): void {
  const first = new Map<string, { name: string; root: Root }>();
  for (const root of roots) {
    for (const name of namesOf(root)) {
      const other = first.get(name.toLowerCase());
      if (!other) first.set(name.toLowerCase(), { name, root });
      else if (other.name !== name) {
        const message = `${name} and ${other.name} of IngressRoute ${ingressRouteName(other.root)} differ only in case; clients take them for one host`;
        cx.report(diagnose("LB1527", root.ref, "/spec/virtualhost", message));
      }
    }
  }
}

/** Fault of a root outside the namespaces that the setting rootNamespaces allows. */
export function namespaceFaults({ rules }: ContourContext, { ref }: IngressRoute): ContourFault[] {
  if (rules.rootNamespaces.length === 0 || rules.rootNamespaces.includes(ref.namespace)) return [];
  const remedy = `Move it to ${rules.rootNamespaces.join(" or ")}, or add its namespace to the setting rootNamespaces.`;
  return [{ code: "LB1501", at: "/metadata/namespace", message: "root IngressRoute cannot be defined in this namespace", remedy }];
}

/** TLS settings of a root. */
export interface RootTls {
  termination?: Termination;
  /** Servers terminate TLS: only without a Secret (contour.md 1.1). */
  passthrough: boolean;
  faults: ContourFault[];
}

const AT = "/spec/virtualhost/tls";
const VERSIONS: readonly TlsVersion[] = ["1.1", "1.2", "1.3"];

/**
 * Certificate of a root. An unusable one rejects the object, which must not be served on HTTP instead (contour.md 1.2, step 5; strict rule
 * 4 of the acceptance cases).
 */
export function tlsOf(cx: ContourContext, root: Root): RootTls {
  const { tls } = root.virtualHost;
  if (!tls) return { passthrough: false, faults: [] };
  const unused = (field: string, why: string) => cx.report(diagnose("LB1006", root.ref, `${AT}/${field}`, `${field} is not used: ${why}`));
  if (tls.secretName.trim() === "" && tls.passthrough) {
    if (!root.tcpProxy) unused("passthrough", "it needs a tcpproxy");
    if (tls.minimumVersion) unused("minimumProtocolVersion", "TLS ends at the servers");
    return { passthrough: true, faults: [] };
  }
  if (tls.passthrough) unused("passthrough", "there is a secretName");
  const secretKey = splitSecretName(tls.secretName, root.ref.namespace);
  const secret = usableSecret(cx.specs, secretKey);
  const at = `${AT}/secretName`;
  const misplaced = keyInTls(cx.specs, secretKey);
  if (misplaced) {
    const unresolvedRef = `Secret ${keyOf(secretKey)}`;
    return { passthrough: false, faults: [{ code: "LB1120", at, message: misplaced, beyondContour: true, unresolvedRef }] };
  }
  if (typeof secret === "string") {
    const message = `TLS Secret [${tls.secretName}] not found or is malformed`;
    return { passthrough: false, faults: [{ code: "LB1510", at, message, remedy: secret, unresolvedRef: `Secret ${keyOf(secretKey)}` }] };
  }
  if (!mayUse(cx.specs, secretKey, root.ref.namespace)) {
    const message = `${tls.secretName}: certificate delegation not permitted`;
    const unresolvedRef = `a TLSCertificateDelegation of Secret ${keyOf(secretKey)}`;
    const remedy = `Allow namespace ${root.ref.namespace} in a TLSCertificateDelegation of namespace ${secretKey.namespace}.`;
    return { passthrough: false, faults: [{ code: "LB1511", at, message, remedy, beyondContour: true, unresolvedRef }] };
  }
  const pair = { certificate: secret.certificate, key: secret.key, source: `Secret ${keyOf(secretKey)}`, owner: root.ref, at };
  warnOfPair(pair, cx.report);
  for (const fqdn of namesOf(root)) if (fqdn.trim() !== "" && !fqdn.includes("*")) warnOfOtherHost(fqdn, pair, cx.report);
  return { termination: { ...secret, minimumVersion: minimumVersion(cx, root, tls.minimumVersion) }, passthrough: false, faults: [] };
}

/** `name` or `namespace/name`, split at the first slash; an empty namespace is that of the object. */
function splitSecretName(written: string, ownNamespace: string): { namespace: string; name: string } {
  const slash = written.indexOf("/");
  return slash < 0
    ? { namespace: ownNamespace, name: written }
    : { namespace: written.slice(0, slash) || ownNamespace, name: written.slice(slash + 1) };
}

function keyInTls(specs: SpecSet, ref: { namespace: string; name: string }): string | undefined {
  const secret = specs.secrets.get(keyOf(ref));
  return secret && keyInField(secret, "tls.crt", `Secret ${keyOf(ref)}`);
}

/** Certificate and key of a Secret if a proxy can load them, else the remedy. */
function usableSecret(specs: SpecSet, ref: { namespace: string; name: string }): Termination | string {
  const key = keyOf(ref);
  const secret = specs.secrets.get(key);
  if (!secret) return `Add Secret ${key} to the specs.`;
  if (secret.type !== "kubernetes.io/tls") return `Make Secret ${key}, of type ${secret.type}, one of type kubernetes.io/tls.`;
  const { "tls.crt": certificate, "tls.key": privateKey } = secret.values;
  if (!certificate || !privateKey) return `Add ${certificate ? "tls.key" : "tls.crt"} to Secret ${key}.`;
  if (!isCertificate(certificate)) return `Put a certificate in PEM into tls.crt of Secret ${key}.`;
  if (!isPrivateKey(privateKey)) return `Put a private key in PEM into tls.key of Secret ${key}.`;
  return { source: secret.ref, certificate, key: privateKey };
}

/** True if a namespace may use a Secret: its own, or a delegated one. `*` counts only as the sole entry (contour.md 1.2). */
function mayUse(specs: SpecSet, { namespace, name }: { namespace: string; name: string }, user: string): boolean {
  if (namespace === user) return true;
  return objectsOf(specs, certificateDelegationReader)
    .filter(({ ref }) => ref.namespace === namespace)
    .flatMap(({ delegations }) => delegations)
    .some(
      ({ secretName, targetNamespaces: targets }) =>
        secretName === name && (targets.includes(user) || (targets.length === 1 && targets[0] === "*")),
    );
}

/** Absent and unknown versions mean 1.1 (contour.md 1.1). */
function minimumVersion(cx: ContourContext, root: IngressRoute, written: string): TlsVersion {
  const version = VERSIONS.find((known) => known === written);
  if (version) return version;
  if (written) {
    const message = `the TLS version ${quote(written)} is not known, so 1.1 is the least; known are ${VERSIONS.join(", ")}`;
    cx.report(diagnose("LB1518", root.ref, `${AT}/minimumProtocolVersion`, message));
  }
  return "1.1";
}
