import { z } from "zod";
import type { InputsOf, Kind } from "../kind";

const ADDRESS = /^[0-9a-fA-F.:]+$/;
const PREFIX = /^[0-9a-fA-F.:]+\/\d{1,3}$/;

/** One route of ours: the pods of a node are reached through the node. */
const route = z.strictObject({
  /** Pod network of a node, e.g. `10.244.1.0/24`. */
  prefix: z.string().regex(PREFIX, "10.244.1.0/24 is expected"),
  /** Address of the node. */
  nextHop: z.string().regex(ADDRESS, "an address is expected"),
});

export type StaticRoute = z.infer<typeof route>;

const schema = z.strictObject({
  /** Mark of the stack; routes themselves are known by `clusterName`. */
  owner: z.string().min(1),
  /** Routes are ours when their `route_id` is `<clusterName>-<number>`. */
  clusterName: z.string().min(1),
  /** VRF context that holds the routes and belongs to others, e.g. `global`. */
  vrfContext: z.string().min(1),
  /** Cloud of the VRF context, e.g. `Default-Cloud`. */
  cloud: z.string().min(1),
  /** Tenant in which the VRF context is looked for. @default the tenant of the connection */
  tenant: z.string().optional(),
  /** Pod network of a node (`10.244.1.0/24`) and the node's address, one per node. Their order means nothing. */
  routes: z.array(route),
});

/** The routes to the pods of one cluster, inside a VRF context that belongs to others. */
export const STATIC_ROUTES = {
  type: "avi:StaticRoutes",
  schema,
  replaces: [["clusterName"], ["vrfContext"], ["cloud"], ["tenant"]],
  secrets: [],
} as const satisfies Kind<typeof schema>;

export type StaticRoutesInputs = InputsOf<typeof STATIC_ROUTES>;
