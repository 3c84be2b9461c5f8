import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/** A Service of type LoadBalancer: one pool group per port behind one address. */
export const L4_VS = aviKind({
  type: "avi:L4VS",
  schema: z.strictObject({
    ...owned,
    /** The address. */
    vsVip: aviBody,
    /** One per port. */
    poolGroups: z.array(aviBody),
    /** The virtual service with its listeners and `service_pool_select`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type L4VSInputs = InputsOf<typeof L4_VS>;
