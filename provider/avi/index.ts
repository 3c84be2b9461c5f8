import type { AviKind } from "../../kinds/avi/kind";
import { L4_VS } from "../../kinds/avi/l4-vs";
import { PASSTHROUGH_VS } from "../../kinds/avi/passthrough-vs";
import { POOL } from "../../kinds/avi/pool";
import { SHARED_VS } from "../../kinds/avi/shared-vs";
import { SNI_VS } from "../../kinds/avi/sni-vs";
import type { ResourceHandler } from "../lifecycle/handler";
import { inventoryKind } from "../lifecycle/inventory";
import { lookOnAvi } from "../orphans/avi";
import { objectsHandler } from "./adapter";
import { STATIC_ROUTES_HANDLER } from "./static-routes";

/** The resources that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, SHARED_VS, SNI_VS, PASSTHROUGH_VS, L4_VS];

/** All resources of Avi. */
export const AVI_HANDLERS: readonly ResourceHandler[] = [
  ...OBJECT_KINDS.map(objectsHandler),
  STATIC_ROUTES_HANDLER,
  inventoryKind("avi", lookOnAvi),
];
