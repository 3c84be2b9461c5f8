// The resource `avi:StaticRoutes`: schema of its inputs and field table.

import { z } from "zod";
import { each } from "../field-table";
import type { InputsOf, Kind } from "../kind";
import { adopt } from "../kind";

/** One route of ours: the pods of a node are reached through the node. */
const route = z.strictObject({
  /** Pod network of a node, e.g. `10.244.1.0/24`. */
  prefix: z.string().regex(/^[0-9a-fA-F.:]+\/\d{1,3}$/, "10.244.1.0/24 is expected"),
  /** Address of the node. */
  nextHop: z.string().regex(/^[0-9a-fA-F.:]+$/, "an address is expected"),
});

export type StaticRoute = z.infer<typeof route>;

const schema = z.strictObject({
  /** Owner mark of the stack; the routes themselves are identified by `clusterName`. */
  owner: z.string().min(1),
  /** Routes are ours if their `route_id` is `<clusterName>-<number>`. */
  clusterName: z.string().min(1),
  /** VRF context of the routes, which this resource does not own, e.g. `global`. */
  vrfContext: z.string().min(1),
  /** Cloud of the VRF context, e.g. `Default-Cloud`. */
  cloud: z.string().min(1),
  /** Tenant of the VRF context. @default the tenant of the connection */
  tenant: z.string().optional(),
  /** Pod network of a node (`10.244.1.0/24`) and the node's address, one per node. Their order does not matter. */
  routes: z.array(route),
  /**
   * Take over existing routes with another id; set it for one run. They keep that id and are deleted with the resource.
   * @default false
   */
  adopt: adopt.optional(),
});

/** The routes to the Pods of one cluster, in a VRF context that the resource does not own. */
export const STATIC_ROUTES = {
  type: "avi:StaticRoutes",
  schema,
  fields: each(["vrfContext", "cloud", "tenant"], { fixed: true }),
  object: true,
  id: ["cloud", "vrfContext", "clusterName"],
  outputs: {},
  answers: ["clusterName", "routes"],
} as const satisfies Kind<typeof schema>;

export type StaticRoutesInputs = InputsOf<typeof STATIC_ROUTES>;
