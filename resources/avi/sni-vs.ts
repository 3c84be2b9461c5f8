// The resource `avi:SniVS`, the SNI or EVH child of one host: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { isAuthority } from "./certificate";
import { aviKind, owned } from "./kind";

/** Properties of a host's own virtual service that follow from its paths. */
export const ROUTING = ["poolGroups", "policies", "stringGroups", "virtualService.http_policies"];

/** The child virtual service of one host with TLS or (below an EVH parent) without: certificate, pool groups and policies. */
export const SNI_VS = aviKind({
  type: "avi:SniVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The CA certificate of the issuer, to be referenced in the `ca_certs` of the certificate. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key; absent if it is a separate resource or belongs to another child. `key` becomes a secret. */
    certificate: aviBody.optional(),
    /** The TLS versions that clients may use; referenced in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Map requests to pool groups: one policy per path, or (naming `ako-2`) per namespace. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be referenced in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_CHILD`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", reviewed: true, shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", reviewed: true, fits: (live) => !isAuthority(live) },
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset", reviewed: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [...BUNDLE_LISTS, ...ROUTING],
  outputs: { fqdns: [], uuids: {} },
  members: BUNDLE_MEMBERS,
});

export type SniVSInputs = InputsOf<typeof SNI_VS>;
