// The resource `avi:Certificate`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/** Tells the certificate of an issuer from that of a server. */
export const isAuthority = (live: { readonly [field: string]: unknown }) => live.type === "SSL_CERTIFICATE_TYPE_CA";

/** A certificate that virtual services refer to and none of them owns: that of an EVH host is on the parent and is deleted with the child. */
export const CERTIFICATE = aviKind({
  type: "avi:Certificate",
  schema: z.strictObject({
    ...owned,
    /** The CA certificate of the issuer, to be referenced in the `ca_certs` of the certificate. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key. `key` becomes a secret. */
    certificate: aviBody,
  }),
  primary: "certificate",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", reviewed: true, shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", reviewed: true, fits: (live) => !isAuthority(live) },
  ],
  outputs: { uuids: {} },
});

export type CertificateInputs = InputsOf<typeof CERTIFICATE>;
