import { X509Certificate } from "node:crypto";

/** DNS names that a certificate is valid for, in lower case, as clients read them; undefined for what is none or not known yet. */
export function certificateNames(pem: unknown): string[] | undefined {
  if (typeof pem !== "string") return undefined;
  try {
    const { subjectAltName = "", subject } = new X509Certificate(pem);
    const names = [...subjectAltName.matchAll(/DNS:([^,\s]+)/g)].map(([, name = ""]) => name);
    // without further names OpenSSL and Node take the common name
    const common = /^CN=(.+)$/m.exec(subject)?.[1];
    return (names.length > 0 || common === undefined ? names : [common]).map((name) => name.toLowerCase());
  } catch {
    return undefined;
  }
}
