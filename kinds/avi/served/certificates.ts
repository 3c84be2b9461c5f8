import { X509Certificate } from "node:crypto";
import { nameFits } from "../../requests/hosts";
import { type Lookup, nameOf, recordIn, textOf, textsIn } from "./bodies";

/** A certificate of a virtual service, and the names that clients take it for; undefined where it cannot be read, so for any. */
export interface NamedCertificate {
  name: string;
  hosts: readonly string[] | undefined;
}

export function certificatesOf(cx: Lookup, references: unknown): NamedCertificate[] {
  return textsIn(references).map((reference) => {
    const name = nameOf(reference);
    const { certificate } = recordIn(cx.at("sslkeyandcertificate", reference)?.certificate);
    return { name, hosts: hostsOf(textOf(certificate)) };
  });
}

/** The first certificate that is valid for a name; a name of several labels is taken by a wildcard of one as far as that goes. */
export const certificateFor = (certificates: readonly NamedCertificate[], name: string): string | undefined =>
  certificates.find(({ hosts }) => hosts === undefined || hosts.some((host) => host === name || nameFits(host, name.replace(/^\*+/, "x"))))
    ?.name;

const known = new Map<string, readonly string[] | undefined>();

function hostsOf(pem: string): readonly string[] | undefined {
  if (!known.has(pem)) {
    if (known.size > 10_000) known.clear();
    known.set(pem, read(pem));
  }
  return known.get(pem);
}

function read(pem: string): readonly string[] | undefined {
  try {
    const { subjectAltName, subject } = new X509Certificate(pem);
    const names = [...(subjectAltName ?? "").matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = ""]) => name.toLowerCase());
    const common = /^CN=(.+)$/m.exec(subject ?? "")?.[1]?.toLowerCase();
    return names.length > 0 || common === undefined ? names : [common];
  } catch {
    return undefined;
  }
}
