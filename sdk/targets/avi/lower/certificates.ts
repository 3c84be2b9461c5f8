// Lowers certificates of hosts with their chains and TLS versions.

import type { CertificateInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import type { Termination } from "../../../routing";
import { asKnown } from "../../../specs";
import { refTo } from "../names";
import type { AviLowering } from "./context";
import type { Lowered } from "./lowered";

/** The certificate of a child with its authority, where the Secret or Route has one. */
export interface LoweredCertificate {
  caCertificate?: AviBody;
  certificate: AviBody;
}

/** @param long long name of the certificate */
export function lowerCertificate(cx: AviLowering, long: string, termination: Termination, about: ObjectRef): LoweredCertificate {
  const type = "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE";
  const { source, certificate, key, caCertificate } = termination;
  const name = cx.name(long, about);
  // several children may use the certificate of one Secret
  const identity = [source.kind, source.namespace, source.name].join("/");
  const stored = (called: string, body: { [key: string]: Json }, whose: string) => cx.body("sslkeyandcertificate", called, body, whose);
  const certificateBody = { type, certificate: { certificate: asKnown<string>(certificate) }, key: asKnown<string>(key) };
  if (!caCertificate) return { certificate: stored(name, certificateBody, identity) };
  const ca = cx.name(cx.names.caCertificate(long), about);
  const authority = { type: "SSL_CERTIFICATE_TYPE_CA", certificate: { certificate: asKnown<string>(caCertificate) }, key: "" };
  return {
    caCertificate: stored(ca, authority, `${identity} authority`),
    certificate: stored(name, { ...certificateBody, ca_certs: [{ ca_ref: refTo.certificate(ca), name: ca }] }, identity),
  };
}

/** The certificates of a host as resources of their own: its first one, the alternate of its Secret, or the one that is the cluster's. */
export function lowerHostCertificates(
  cx: AviLowering,
  long: string,
  termination: Termination,
  owners: readonly ObjectRef[],
  about: ObjectRef,
): Lowered<CertificateInputs>[] {
  const { alternate, clusterWide, source } = termination;
  const planned = (inputs: LoweredCertificate): Lowered<CertificateInputs> => ({
    name: inputs.certificate.name,
    inputs: { owner: cx.owner, ...inputs },
    owners: [...owners],
  });
  // AKO takes every Secret or Route of such a name for a second certificate (GetTLSKeyCertNodeName)
  const isSecond = !clusterWide && source.name.endsWith(cx.names.alternate(""));
  const first = clusterWide ? cx.names.clusterCertificate(source.name) : isSecond ? cx.names.alternate(long) : long;
  const second = alternate && !isSecond && { ...termination, ...alternate, source: { ...source, name: `${source.name} alternate` } };
  return [
    planned(lowerCertificate(cx, first, termination, about)),
    ...(second ? [planned(lowerCertificate(cx, cx.names.alternate(first), second, about))] : []),
  ];
}

/** The versions of TLS from the least that the spec allows on. */
export function lowerTlsVersions(cx: AviLowering, child: string, { minimumVersion }: Termination, about: ObjectRef): AviBody | undefined {
  const versions = ["1.1", "1.2", "1.3"] as const;
  if (!minimumVersion) return undefined;
  const accepted = versions
    .slice(versions.indexOf(minimumVersion))
    .map((version) => ({ type: `SSL_VERSION_TLS${version.replace(".", "_")}` }));
  return cx.body("sslprofile", cx.name(cx.names.sslProfile(child), about), { accepted_versions: accepted });
}
