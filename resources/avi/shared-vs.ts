// The resource `avi:SharedVS`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { aviKind, owned, VS_OUTPUTS } from "./kind";

const isRewrite = (live: { readonly [field: string]: unknown }) => String(live.name).includes("--host-hdr-re-write--");

/**
 * The parent of one shard: its data script selects the member of the pool group whose priority label matches the request. An EVH parent has
 * neither, because all of its hosts are children.
 */
export const SHARED_VS = aviKind({
  type: "avi:SharedVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address and its host names. */
    vsVip: aviBody,
    /** One member per host and path, with the priority label that the data script selects. */
    poolGroup: aviBody.optional(),
    /** The script that selects the member for a request. */
    dataScriptSet: aviBody.optional(),
    /** Redirects clear text requests of TLS hosts to https. */
    redirectPolicy: aviBody.optional(),
    /** Rewrite the Host header of requests with names of global load balancing (GSLB) to the local host names. */
    rewritePolicies: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_PARENT`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroup", type: "poolgroup", reviewed: true },
    { name: "redirectPolicy", type: "httppolicyset", reviewed: true, fits: (live) => !isRewrite(live) },
    { name: "rewritePolicies", type: "httppolicyset", fits: isRewrite },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [
    ...BUNDLE_LISTS,
    "poolGroup.members",
    "dataScriptSet",
    "vsVip.dns_info",
    "virtualService.services",
    "virtualService.vs_datascripts",
  ],
  outputs: VS_OUTPUTS,
  members: BUNDLE_MEMBERS,
});

export type SharedVSInputs = InputsOf<typeof SHARED_VS>;
