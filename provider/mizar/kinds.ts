import { inventoryKind } from "../lifecycle/inventory";
import type { Kind } from "../lifecycle/kind";
import { lookOnMizar } from "../orphans/mizar";
import { ADDRESSES } from "./addresses/kind";
import { ARKTOS_NETWORK } from "./arktos-network";
import { objectKind } from "./object/kind";
import { PLACED_POD } from "./placed-pod";
import { PLACED_SERVICE } from "./placed-service";
import { SUBNET } from "./subnet";
import { VPC } from "./vpc";

/** All kinds of Mizar and Arktos. */
export const MIZAR_KINDS: readonly Kind[] = [
  ...[VPC, SUBNET, ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE].map(objectKind),
  ADDRESSES,
  inventoryKind("mizar", lookOnMizar),
];
