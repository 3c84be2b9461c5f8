// The resource `avi:DedicatedVS`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { aviKind, owned, VS_OUTPUTS } from "./kind";
import { ROUTING } from "./sni-vs";

/** One host with its own address and virtual service (shard size `DEDICATED`); its certificates are separate resources. */
export const DEDICATED_VS = aviKind({
  type: "avi:DedicatedVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address and its host name. */
    vsVip: aviBody,
    /** The TLS versions that clients may use; referenced in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Map requests to pool groups, and redirect a TLS host. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be referenced in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_NORMAL`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [...BUNDLE_LISTS, ...ROUTING],
  outputs: VS_OUTPUTS,
  members: BUNDLE_MEMBERS,
});

export type DedicatedVSInputs = InputsOf<typeof DEDICATED_VS>;
