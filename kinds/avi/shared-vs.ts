import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/** The parent of one shard: its data script picks the member of the pool group whose priority label fits the request. */
export const SHARED_VS = aviKind({
  type: "avi:SharedVS",
  schema: z.strictObject({
    ...owned,
    /** The address, and the host names that lead to it. */
    vsVip: aviBody,
    /** One member per host and path, with the priority label that the data script asks for. */
    poolGroup: aviBody,
    /** The script that picks the member for a request. */
    dataScriptSet: aviBody,
    /** Sends clear-text requests for secure hosts to https. */
    redirectPolicy: aviBody.optional(),
    /** The virtual service, of type `VS_TYPE_VH_PARENT`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroup", type: "poolgroup" },
    { name: "redirectPolicy", type: "httppolicyset" },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type SharedVSInputs = InputsOf<typeof SHARED_VS>;
