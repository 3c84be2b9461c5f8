// The resource `avi:L4VS`: schema of its inputs and field table.

import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_MEMBERS, BUNDLE_SLOTS, bundle } from "./bundle";
import { aviKind, owned, VS_OUTPUTS } from "./kind";

/** A Service of type LoadBalancer: one pool group per port behind one address, or (naming `ako-2`) one policy that selects the pool of each port. */
export const L4_VS = aviKind({
  type: "avi:L4VS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address. */
    vsVip: aviBody,
    /** One per port; none where a policy picks the pools. */
    poolGroups: z.array(aviBody),
    /** Selects the pool by port and protocol. */
    policySet: aviBody.optional(),
    /** The virtual service with its listeners, and `service_pool_select` or `l4_policies`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "policySet", type: "l4policyset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: BUNDLE_LISTS,
  outputs: VS_OUTPUTS,
  members: BUNDLE_MEMBERS,
});

export type L4VSInputs = InputsOf<typeof L4_VS>;
