// The resource `avi:GatewayVS`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { aviKind, owned, VS_OUTPUTS } from "./kind";

/** A Gateway: one address, which is the main object, with virtual services for requests, for TCP and UDP, and for TLS that ends at the servers. */
export const GATEWAY_VS = aviKind({
  type: "avi:GatewayVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address of all virtual services and its host names. */
    vsVip: aviBody,
    /** One per rule of a Route; of TCP, UDP and TLS one per port, too. */
    poolGroups: z.array(aviBody),
    /** Rules of all ports by rank: the first that matches takes the request; the last answers 404. */
    policy: aviBody.optional(),
    /** The script that reads the host from the first bytes of TLS and selects its pool group. */
    dataScriptSet: aviBody.optional(),
    /** The virtual service of the ports HTTP and HTTPS. */
    virtualService: aviBody.optional(),
    /** The virtual service of layer 4 for the ports TCP and UDP. */
    connectionService: aviBody.optional(),
    /** The virtual service of layer 4 for the ports TLS in mode Passthrough. */
    passthroughService: aviBody.optional(),
  }),
  primary: "vsVip",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "policy", type: "httppolicyset", reviewed: true },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip" },
    { name: "virtualService", type: "virtualservice", nameFrom: (primary) => primary },
    { name: "connectionService", type: "virtualservice", nameFrom: (primary) => `${primary}_l4` },
    { name: "passthroughService", type: "virtualservice", nameFrom: (primary) => `${primary}_passthrough` },
  ],
  packed: [...BUNDLE_LISTS, "poolGroups", "policy"],
  outputs: VS_OUTPUTS,
  members: BUNDLE_MEMBERS,
});

export type GatewayVSInputs = InputsOf<typeof GATEWAY_VS>;
