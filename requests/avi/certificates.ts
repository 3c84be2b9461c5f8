import { certificateNames } from "../../resources/certificate-names";
import { nameFits } from "../table/host-names";
import { type Lookup, referencedName, recordIn, textsIn } from "./bodies";

/** A certificate of a virtual service, and the names that clients take it for; undefined where it cannot be read, so for any. */
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

/** The first certificate that is valid for a name: a wildcard of a certificate is one label, and for none of several. */
export function certificateFor(certificates: readonly NamedCertificate[], name: string): string | undefined {
  const sample = name.replace(/^\*\*/, "x.y").replace(/^\*/, "x");
  return certificates.find(({ hosts }) => hosts === undefined || hosts.some((host) => host === name || nameFits(host, sample)))?.name;
}
