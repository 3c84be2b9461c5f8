// The resource `avi:PassthroughVS`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { aviKind, owned, VS_OUTPUTS } from "./kind";

/**
 * The passthrough hosts of one shard: its data script selects the pool group of the host that the client requests. The virtual
 * service on port 80 is created last, because it shares the VIP of the other one, and is deleted first.
 */
export const PASSTHROUGH_VS = aviKind({
  type: "avi:PassthroughVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address of both virtual services and its host names. */
    vsVip: aviBody,
    /** One per host. */
    poolGroups: z.array(aviBody),
    /** The script that reads the host from the first bytes of TLS and selects its pool group. */
    dataScriptSet: aviBody,
    /** The virtual service of layer 4 on port 443. */
    virtualService: aviBody,
    /** Redirects clear text requests to https. */
    redirectPolicy: aviBody.optional(),
    /** The virtual service on port 80 that carries the redirect; it names the same VsVip. */
    insecureVirtualService: aviBody.optional(),
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
    { name: "redirectPolicy", type: "httppolicyset", reviewed: true },
    { name: "insecureVirtualService", type: "virtualservice", nameFrom: (primary) => `${primary}-insecure` },
  ],
  packed: BUNDLE_LISTS,
  outputs: VS_OUTPUTS,
  members: BUNDLE_MEMBERS,
});

export type PassthroughVSInputs = InputsOf<typeof PASSTHROUGH_VS>;
