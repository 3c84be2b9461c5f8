// Resolves the certificates and authorities that Gateways and policies refer to.

import { isCertificate, isPrivateKey } from "../../../routing/certificates";
import type { ClientValidation } from "../../../routing/gateway/model";
import type { Termination } from "../../../routing/model";
import { isUnknown, keyInField, keyOf, type SpecSet, type Unknown } from "../../../specs";
import type { Gateway } from "../gateway-reader";
import type { GatewayListener } from "../listeners";
import type { ObjectReference, SecretReference } from "../references";
import { GATEWAY_GROUP } from "../words";
import { allOf, type Fault } from "./conditions";
import type { Granted, Referrer } from "./grants";

/** Context for resolving references to Secrets and authorities. */
export interface CertificateSource {
  specs: SpecSet;
  granted: Granted;
}

/** An object that refers to certificates. */
export interface CertificateUser extends Pick<Referrer, "kind" | "namespace"> {
  /** JSON pointer of the references. */
  at: string;
}

interface Certificates {
  terminations: Termination[];
  fault?: Fault;
  /** A Secret is missing in the specs. */
  lost?: true;
}

/** Certificates of a TLS listener; faults belong to the listener (gateway-api.md 4.3). */
export function certificatesOf(cx: CertificateSource, user: CertificateUser, { tls }: GatewayListener): Certificates {
  const refs = tls?.certificateRefs ?? [];
  if (refs.length === 0)
    return { terminations: [], fault: { reason: "InvalidCertificateRef", message: "it names no certificate", at: user.at } };
  const resolved = refs.map((ref, index) => terminationOf(cx, { ...user, at: `${user.at}/${index}` }, ref));
  const terminations = resolved.flatMap((one) => ("source" in one ? [one] : []));
  const fault = allOf(resolved.filter((one): one is Fault => "reason" in one));
  const lost = refs.some((ref) => isLost(cx, user, ref));
  return { terminations, ...(fault ? { fault } : {}), ...(lost ? { lost } : {}) };
}

/** True for a permitted Secret that does not exist. */
function isLost({ specs, granted }: CertificateSource, { kind, namespace: userNamespace }: CertificateUser, ref: SecretReference): boolean {
  const { group, kind: named, name, namespace = userNamespace } = ref;
  if (group !== "" || named !== "Secret" || specs.secrets.has(keyOf({ namespace, name }))) return false;
  return granted({ group: GATEWAY_GROUP, kind, namespace: userNamespace }, { group: "", kind: "Secret", namespace, name });
}

function terminationOf(
  { specs, granted }: CertificateSource,
  { kind, namespace: userNamespace, at }: CertificateUser,
  ref: SecretReference,
): Termination | Fault {
  const namespace = ref.namespace ?? userNamespace;
  const key = keyOf({ namespace, name: ref.name });
  const fault = (message: string): Fault => ({ reason: "InvalidCertificateRef", message, at });
  if (ref.group !== "" || ref.kind !== "Secret")
    return fault(`${ref.kind}${ref.group ? `.${ref.group}` : ""} ${key} is not a Secret; only Secrets can contain certificates`);
  if (!granted({ group: GATEWAY_GROUP, kind, namespace: userNamespace }, { group: "", kind: "Secret", namespace, name: ref.name }))
    return {
      reason: "RefNotPermitted",
      message: `no ReferenceGrant in namespace ${namespace} allows namespace ${userNamespace} to use Secret ${key}`,
      at,
    };
  const secret = specs.secrets.get(key);
  if (!secret) return fault(`Secret ${key} is not among the specs`);
  const misplaced = keyInField(secret, "tls.crt", `Secret ${key}`);
  if (misplaced) return { ...fault(misplaced), code: "LB1120" };
  const { "tls.crt": certificate, "tls.key": privateKey } = secret.values;
  if (!certificate || !isCertificate(certificate)) return fault(`tls.crt of Secret ${key} is not a PEM certificate`);
  if (!privateKey || !isPrivateKey(privateKey)) return fault(`tls.key of Secret ${key} is not a PEM private key`);
  return { source: secret.ref, certificate, key: privateKey };
}

/** Authorities for certificates of clients or servers, as one text. */
export function authoritiesOf(
  { specs, granted }: CertificateSource,
  { kind, namespace: userNamespace, at }: CertificateUser,
  refs: readonly ObjectReference[],
): { caCertificate?: string | Unknown; fault?: Fault } {
  const resolved = refs.map((ref, index): Fault | string | Unknown => {
    const namespace = ref.namespace ?? userNamespace;
    const key = keyOf({ namespace, name: ref.name });
    const fault = (reason: string, message: string): Fault => ({ reason, message, at: `${at}/${index}` });
    if (ref.group !== "" || ref.kind !== "ConfigMap")
      return fault("InvalidCACertificateKind", `${ref.kind} ${key} is not a ConfigMap; only ConfigMaps can contain authorities`);
    if (!granted({ group: GATEWAY_GROUP, kind, namespace: userNamespace }, { group: "", kind: "ConfigMap", namespace, name: ref.name }))
      return fault(
        "RefNotPermitted",
        `no ReferenceGrant in namespace ${namespace} allows namespace ${userNamespace} to use ConfigMap ${key}`,
      );
    const map = specs.configMaps.get(key);
    if (!map) return fault("InvalidCACertificateRef", `ConfigMap ${key} is not among the specs`);
    const misplaced = keyInField(map, "ca.crt", `ConfigMap ${key}`);
    if (misplaced) return { ...fault("InvalidCACertificateRef", misplaced), code: "LB1120" };
    const certificate = map.values["ca.crt"];
    if (!certificate || !isCertificate(certificate))
      return fault("InvalidCACertificateRef", `ca.crt of ConfigMap ${key} is not a PEM certificate`);
    return certificate;
  });
  const fault = allOf(resolved.filter((one): one is Fault => typeof one === "object" && "reason" in one));
  const texts = resolved.filter((one): one is string | Unknown => typeof one === "string" || isUnknown(one));
  const unknown = texts.find(isUnknown);
  const caCertificate = unknown ?? (texts.length > 0 ? texts.map((text) => String(text).trimEnd()).join("\n") : undefined);
  return { ...(caCertificate === undefined ? {} : { caCertificate }), ...(fault ? { fault } : {}) };
}

/** Validation of client certificates on a port: that of the port, else the default. */
export function clientsOn(cx: CertificateSource, { ref, spec }: Gateway, port: number): { clients?: ClientValidation; fault?: Fault } {
  const frontend = spec.tls?.frontend;
  const index = frontend?.perPort.findIndex((one) => one.port === port) ?? -1;
  const portTls = index < 0 ? undefined : frontend?.perPort[index]?.tls;
  const { validation } = portTls ?? frontend?.default ?? {};
  if (!validation) return {};
  const place = portTls ? `/spec/tls/frontend/perPort/${index}/tls` : "/spec/tls/frontend/default";
  const user = { kind: "Gateway", namespace: ref.namespace, at: `${place}/validation/caCertificateRefs` };
  const { caCertificate, fault } = authoritiesOf(cx, user, validation.caCertificateRefs);
  const sources = validation.caCertificateRefs.map(({ kind, name, namespace = ref.namespace }) => `${kind} ${keyOf({ namespace, name })}`);
  return {
    ...(caCertificate === undefined
      ? {}
      : {
          clients: { caCertificate, sources, ...(validation.mode === "AllowInsecureFallback" ? { insecureFallback: true as const } : {}) },
        }),
    ...(fault ? { fault } : {}),
  };
}
