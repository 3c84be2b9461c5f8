// Reads the certificates of a virtual service and picks one for a server name.

import { certificateNames } from "../../resources/certificate-names";
import { nameFits } from "../table/host-names";
import { type Lookup, recordIn, referencedName, textsIn } from "./bodies";

/** A certificate of a virtual service and the names that it is valid for; undefined if it cannot be parsed, which counts as every name. */
export interface NamedCertificate {
  name: string;
  hosts: readonly string[] | undefined;
}

export function certificatesOf(cx: Lookup, references: unknown): NamedCertificate[] {
  return textsIn(references).map((reference) => {
    const name = referencedName(reference);
    const { certificate } = recordIn(cx.at("sslkeyandcertificate", reference)?.certificate);
    return { name, hosts: certificateNames(certificate) };
  });
}

/** The first certificate that is valid for a name: a wildcard of a certificate stands for exactly one label. */
export function certificateFor(certificates: readonly NamedCertificate[], name: string): string | undefined {
  const sample = name.replace(/^\*\*/, "x.y").replace(/^\*/, "x");
  return certificates.find(({ hosts }) => hosts === undefined || hosts.some((host) => host === name || nameFits(host, sample)))?.name;
}
