import type { ResourceHandler } from "../lifecycle/handler";
import { inventoryKind } from "../lifecycle/inventory";
import { lookOnOpenStack } from "../orphans/octavia";
import { preflightOctavia } from "../preflight/octavia";
import { LOAD_BALANCERS } from "./load-balancer/adapter";

/** All kinds of Octavia. */
export const OCTAVIA_KINDS: readonly ResourceHandler[] = [LOAD_BALANCERS, inventoryKind("octavia", lookOnOpenStack, preflightOctavia)];
