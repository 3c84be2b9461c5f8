import type { AviKind } from "../kinds/avi/kind";
import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../kinds/avi/resources";
import { inspectAdoption } from "./adoption/notice";
import { objectsHandler } from "./avi/adapter";
import { STATIC_ROUTES_HANDLER } from "./avi/static-routes";
import type { ResourceHandler } from "./lifecycle/handler";
import { inventoryKind } from "./lifecycle/inventory";
import { summaryHandler } from "./lifecycle/summary";
import { ADDRESS_BOOK } from "./mizar/addresses";
import { NETWORK_OBJECTS, SUBNET_OBJECTS, VPC_OBJECTS } from "./mizar/networks";
import { objectKind } from "./mizar/object";
import { PLACED_PODS, PLACED_SERVICES } from "./mizar/placed";
import { LOAD_BALANCERS } from "./octavia/load-balancer/adapter";
import { lookOnAvi } from "./orphans/avi";
import { lookOnMizar } from "./orphans/mizar";
import { lookOnOpenStack } from "./orphans/octavia";
import { preflightAvi } from "./preflight/avi";
import { AVI_CONTACT, MIZAR_CONTACT, OCTAVIA_CONTACT } from "./preflight/contacts";
import { preflightMizar } from "./preflight/mizar";
import { preflightOctavia } from "./preflight/octavia";

/** The resources that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, CERTIFICATE, SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS];

/** All resources of Avi. */
export const AVI_HANDLERS: readonly ResourceHandler[] = [
  ...OBJECT_KINDS.map(objectsHandler),
  STATIC_ROUTES_HANDLER,
  inventoryKind("avi", lookOnAvi, AVI_CONTACT, preflightAvi, inspectAdoption),
  summaryHandler("avi", AVI_CONTACT),
];

/** All kinds of Octavia. */
export const OCTAVIA_KINDS: readonly ResourceHandler[] = [
  LOAD_BALANCERS,
  inventoryKind("octavia", lookOnOpenStack, OCTAVIA_CONTACT, preflightOctavia),
  summaryHandler("octavia", OCTAVIA_CONTACT),
];

/** All kinds of Mizar and Arktos. */
export const MIZAR_KINDS: readonly ResourceHandler[] = [
  ...[VPC_OBJECTS, SUBNET_OBJECTS, NETWORK_OBJECTS, PLACED_PODS, PLACED_SERVICES].map(objectKind),
  ADDRESS_BOOK,
  inventoryKind("mizar", lookOnMizar, MIZAR_CONTACT, preflightMizar),
  summaryHandler("mizar", MIZAR_CONTACT),
];
