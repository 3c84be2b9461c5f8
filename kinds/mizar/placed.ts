import { z } from "zod";
import type { Kind } from "../kind";
import { anything, objectFields } from "./object";

/** Mizar's endpoint of a Pod or Service. */
export interface EndpointState {
  name: string;
  type?: string;
  status?: string;
  vpc?: string;
  /** Name of the subnet. */
  net?: string;
  ip?: string;
  gateway?: string;
  prefix?: string;
}

/**
 * Where an object is: neither Mizar nor Arktos ever moves it (mizar.md 2.3). What `network_user_input` says is no request but a
 * record: that the address turned out to be another one is no reason to make a Pod anew.
 */
const PLACE = [
  ["metadata", "name"],
  ["metadata", "namespace"],
  ["metadata", "tenant"],
  ["metadata", "labels", "arktos.futurewei.com/network"],
  ["metadata", "annotations", "arktos.futurewei.com/nic"],
  ["metadata", "annotations", "mizar.com"],
] as const;

/** Of both annotations Mizar wants none or both: with one alone it gives up. */
export const PLACE_ANNOTATIONS = ["mizar.com/vpc", "mizar.com/subnet"] as const;

/** A Pod with the labels and annotations that say where in Mizar it is. */
export const PLACED_POD = {
  type: "mizar:PlacedPod",
  schema: z.object({
    ...objectFields,
    /** `spec` of a Pod. Only images change in place: the API server lets little else, and most of that in one direction only. */
    spec: z.record(z.string(), anything),
    /**
     * `endpoint` waits until Mizar has made the Pod's endpoint, which takes a node that runs the Pod.
     * @default "none"
     */
    waitFor: z.enum(["endpoint", "none"]).optional(),
  }),
  replaces: [...PLACE, ["spec"]],
  secrets: [],
} as const satisfies Kind;

/** A Service with the label and annotations that say where in Mizar its scaled endpoint is. */
export const PLACED_SERVICE = {
  type: "mizar:PlacedService",
  schema: z.object({
    ...objectFields,
    /** `spec` of a Service. */
    spec: z.record(z.string(), anything),
    /**
     * `endpoint` waits until Mizar has made the scaled endpoint of the Service.
     * @default "endpoint"
     */
    waitFor: z.enum(["endpoint", "none"]).optional(),
  }),
  replaces: [...PLACE, ["spec", "clusterIP"], ["spec", "clusterIPs"]],
  secrets: [],
} as const satisfies Kind;
