import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/**
 * The passthrough hosts of one shard: its data script picks the pool group of the host that the client asks for. The virtual
 * service on port 80 is made last, because it shares the VIP of the other, and goes first (ako.md 3.5).
 */
export const PASSTHROUGH_VS = aviKind({
  type: "avi:PassthroughVS",
  schema: z.strictObject({
    ...owned,
    /** The address of both virtual services, and the host names that lead to it. */
    vsVip: aviBody,
    /** One per host. */
    poolGroups: z.array(aviBody),
    /** The script that reads the host from the first bytes of TLS and picks its pool group. */
    dataScriptSet: aviBody,
    /** The virtual service of layer 4 on port 443. */
    virtualService: aviBody,
    /** Sends clear-text requests to https. */
    redirectPolicy: aviBody.optional(),
    /** The virtual service on port 80 that carries the redirect; it names the same VsVip. */
    insecureVirtualService: aviBody.optional(),
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup" },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
    { name: "redirectPolicy", type: "httppolicyset" },
    { name: "insecureVirtualService", type: "virtualservice", nameFrom: (primary) => `${primary}-insecure` },
  ],
});

export type PassthroughVSInputs = InputsOf<typeof PASSTHROUGH_VS>;
