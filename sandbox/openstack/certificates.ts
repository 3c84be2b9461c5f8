import type { Certificates } from "../octavia/service";
import type { Barbican } from "./barbican/service";

/** Without a key manager every reference is taken, and behind none of them is a certificate. */
export const ANY_CERTIFICATE: Certificates = { missing: () => [], unreadable: () => undefined, secret: () => "" };

/** Octavia's view of Barbican. */
export class BarbicanCertificates implements Certificates {
  constructor(private readonly barbican: Barbican) {}

  missing(references: string[]): string[] {
    return references.filter((reference) => !this.barbican.has(reference));
  }

  unreadable(reference: string): string | undefined {
    if (!this.barbican.isText(reference)) return undefined;
    return `Cannot convert "<class 'str'>" instance to a buffer.\nDid you mean to pass a bytestring instead?`;
  }

  secret(reference: string): string | undefined {
    return this.barbican.payload(reference)?.toString();
  }
}
