// Reads the DNS names for which a certificate is valid.

import { X509Certificate } from "node:crypto";
import { remembered } from "./memoized";

/** DNS names that a certificate is valid for, in lower case, as clients read them; undefined for what is none or not known yet. */
export const certificateNames = (pem: unknown): readonly string[] | undefined => (typeof pem === "string" ? namesIn(pem) : undefined);

/** Most texts that are remembered. */
const MOST = 1000;

/** The specs and the bodies of a plan hold the same certificates, and each is on several ports. */
const namesIn = remembered(MOST, (pem): readonly string[] | undefined => {
  try {
    const { subjectAltName = "", subject } = new X509Certificate(pem);
    const names = [...subjectAltName.matchAll(/DNS:([^,\s]+)/g)].map(([, name = ""]) => name);
    // without further names OpenSSL and Node take the common name
    const common = /^CN=(.+)$/m.exec(subject)?.[1];
    return (names.length > 0 || common === undefined ? names : [common]).map((name) => name.toLowerCase());
  } catch {
    return undefined;
  }
});
