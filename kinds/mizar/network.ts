import { z } from "zod";
import type { Kind } from "../kind";
import { anything, type Listed, objectFields } from "./object";

const spec = z
  .object({
    /** `mizar`; Mizar leaves other types alone. */
    type: z.string(),
    /** Name of the Vpc. */
    vpcID: z.string().optional(),
    service: z
      .object({
        /** Who gives Services their clusterIP. */
        ipam: z.enum(["Arktos", "Kubernetes", "External"]).optional(),
        /** Ranges of Service addresses, e.g. `10.10.2.0/24`. */
        cidrs: z.array(z.string()).optional(),
      })
      .catchall(anything)
      .optional(),
  })
  .catchall(anything);

/** `spec` of an `arktos.futurewei.com/v1` Network. */
export interface ArktosNetworkSpec extends Listed<z.infer<typeof spec>> {}

/** The Network of an Arktos tenant. */
export const ARKTOS_NETWORK = {
  type: "mizar:ArktosNetwork",
  schema: z.object({
    ...objectFields,
    spec,
    /**
     * `Ready` waits until Arktos calls the network ready.
     * @default "none"
     */
    waitFor: z.enum(["Ready", "none"]).optional(),
  }),
  // no controller reacts to a change of the spec; the API server itself reads the part about services (mizar.md 2.3)
  replaces: [
    ["metadata", "name"],
    ["metadata", "tenant"],
    ["spec", "type"],
    ["spec", "vpcID"],
  ],
  secrets: [],
} as const satisfies Kind;
