import { avi } from "./avi";
import { octavia } from "./octavia";
import type { Target } from "./target";

/** Targets of the routing model. Mizar plans networks and addresses, and is none of them. */
export const TARGETS: { readonly [name: string]: Target } = { avi, octavia };

export type { Target } from "./target";
