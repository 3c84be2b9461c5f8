import { inventoryKind } from "../lifecycle/inventory";
import type { Kind } from "../lifecycle/kind";
import { lookOnOpenStack } from "../orphans/octavia";
import { LOAD_BALANCER } from "./load-balancer/kind";

/** All kinds of Octavia. */
export const OCTAVIA_KINDS: readonly Kind[] = [LOAD_BALANCER, inventoryKind("octavia", lookOnOpenStack)];
