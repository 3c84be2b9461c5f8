import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

const isAuthority = (live: { readonly [field: string]: unknown }) => live.type === "SSL_CERTIFICATE_TYPE_CA";

/** The child virtual service of one secure host: certificate, one pool group and policy per path. */
export const SNI_VS = aviKind({
  type: "avi:SniVS",
  schema: z.strictObject({
    ...owned,
    /** The authority that signed the certificate, to be named in its `ca_certs`. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key; absent where another child owns the certificate of the same Secret. `key` becomes a secret. */
    certificate: aviBody.optional(),
    /** The versions of TLS that clients may speak; named in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** One per path: which requests go to which pool group. */
    policies: z.array(aviBody),
    /** The virtual service, of type `VS_TYPE_VH_CHILD`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", fits: (live) => !isAuthority(live) },
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup" },
    { name: "policies", type: "httppolicyset" },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type SniVSInputs = InputsOf<typeof SNI_VS>;
