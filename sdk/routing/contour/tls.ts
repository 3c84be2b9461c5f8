import { diagnose, type IngressRoute, keyOf, type SpecSet } from "../../specs";
import type { Termination, TlsVersion } from "../model";
import { isCertificate, isPrivateKey, warnOfOtherHost, warnOfPair } from "../pem";
import { type ContourContext, quote } from "./context";
import type { Fault } from "./fault";
import { namesOf } from "./host-names";

/** What becomes of the `tls` block of a root. */
export interface RootTls {
  termination?: Termination;
  /** TLS goes through to the servers: only without a Secret (contour.md 1.1). */
  passthrough: boolean;
  faults: Fault[];
}

const AT = "/spec/virtualhost/tls";
const VERSIONS: readonly string[] = ["1.1", "1.2", "1.3"] satisfies TlsVersion[];

/**
 * The certificate of a root. One that cannot be used rejects the object: it must never fall back to clear text
 * (contour.md 1.2, step 5; strict rule 4 of the acceptance cases).
 */
export function tlsOf(cx: ContourContext, root: IngressRoute): RootTls {
  const tls = root.virtualHost?.tls;
  if (!tls) return { passthrough: false, faults: [] };
  const unused = (field: string, why: string) => cx.report(diagnose("LB1006", root.ref, `${AT}/${field}`, `${field} is not used: ${why}`));
  if (tls.secretName.trim() === "" && tls.passthrough) {
    if (!root.tcpProxy) unused("passthrough", "it needs a tcpproxy");
    if (tls.minimumVersion) unused("minimumProtocolVersion", "TLS ends at the servers");
    return { passthrough: true, faults: [] };
  }
  if (tls.passthrough) unused("passthrough", "there is a secretName");
  const place = splitSecretName(tls.secretName, root.ref.namespace);
  const found = usableSecret(cx.specs, place);
  const at = `${AT}/secretName`;
  if (typeof found === "string") {
    const message = `TLS Secret [${tls.secretName}] not found or is malformed`;
    return { passthrough: false, faults: [{ code: "LB1510", at, message, remedy: found }] };
  }
  if (!mayUse(cx.specs, place, root.ref.namespace)) {
    const message = `${tls.secretName}: certificate delegation not permitted`;
    const remedy = `Allow namespace ${root.ref.namespace} in a TLSCertificateDelegation of namespace ${place.namespace}.`;
    return { passthrough: false, faults: [{ code: "LB1511", at, message, remedy, beyondContour: true }] };
  }
  const pair = { certificate: found.certificate, key: found.key, source: `Secret ${keyOf(place)}`, owner: root.ref, at };
  warnOfPair(pair, cx.report);
  for (const fqdn of namesOf(root)) if (fqdn.trim() !== "" && !fqdn.includes("*")) warnOfOtherHost(fqdn, pair, cx.report);
  return { termination: { ...found, minimumVersion: minimumVersion(cx, root, tls.minimumVersion) }, passthrough: false, faults: [] };
}

/** `name` or `namespace/name`; the first slash divides, an empty namespace is one's own. */
function splitSecretName(written: string, own: string): { namespace: string; name: string } {
  const slash = written.indexOf("/");
  return slash < 0 ? { namespace: own, name: written } : { namespace: written.slice(0, slash) || own, name: written.slice(slash + 1) };
}

/** The certificate and key of a Secret that a proxy can load, or what is wrong with it. */
function usableSecret(specs: SpecSet, place: { namespace: string; name: string }): Termination | string {
  const secret = specs.secrets.get(keyOf(place));
  const key = keyOf(place);
  if (!secret) return `Add Secret ${key} to the specs.`;
  if (secret.type !== "kubernetes.io/tls") return `Secret ${key} is of type ${secret.type}; it must be kubernetes.io/tls.`;
  const { "tls.crt": certificate, "tls.key": privateKey } = secret.values;
  if (!certificate || !privateKey) return `Secret ${key} lacks ${certificate ? "tls.key" : "tls.crt"}.`;
  if (!isCertificate(certificate)) return `tls.crt of Secret ${key} is not a certificate in PEM.`;
  if (!isPrivateKey(privateKey)) return `tls.key of Secret ${key} is not a private key in PEM.`;
  return { source: secret.ref, certificate, key: privateKey };
}

/** Whether a namespace may use a Secret: its own, or by a delegation there; `*` only as the sole entry (contour.md 1.2). */
function mayUse(specs: SpecSet, { namespace, name }: { namespace: string; name: string }, user: string): boolean {
  if (namespace === user) return true;
  return specs.certificateDelegations
    .filter(({ ref }) => ref.namespace === namespace)
    .flatMap(({ delegations }) => delegations)
    .some(
      ({ secretName, targetNamespaces: targets }) =>
        secretName === name && (targets.includes(user) || (targets.length === 1 && targets[0] === "*")),
    );
}

/** None and any other word are 1.1 (contour.md 1.1). */
function minimumVersion(cx: ContourContext, root: IngressRoute, written: string): TlsVersion {
  if (VERSIONS.includes(written)) return written as TlsVersion;
  if (written) {
    const message = `the TLS version ${quote(written)} is not known, so 1.1 is the least; known are ${VERSIONS.join(", ")}`;
    cx.report(diagnose("LB1518", root.ref, `${AT}/minimumProtocolVersion`, message));
  }
  return "1.1";
}
