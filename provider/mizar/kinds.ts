import type { ResourceHandler } from "../lifecycle/handler";
import { inventoryKind } from "../lifecycle/inventory";
import { lookOnMizar } from "../orphans/mizar";
import { preflightMizar } from "../preflight/mizar";
import { ADDRESS_BOOK } from "./addresses";
import { NETWORK_OBJECTS, SUBNET_OBJECTS, VPC_OBJECTS } from "./networks";
import { objectKind } from "./object";
import { PLACED_PODS, PLACED_SERVICES } from "./placed";

/** All kinds of Mizar and Arktos. */
export const MIZAR_KINDS: readonly ResourceHandler[] = [
  ...[VPC_OBJECTS, SUBNET_OBJECTS, NETWORK_OBJECTS, PLACED_PODS, PLACED_SERVICES].map(objectKind),
  ADDRESS_BOOK,
  inventoryKind("mizar", lookOnMizar, preflightMizar),
];
