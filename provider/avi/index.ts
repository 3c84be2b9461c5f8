import type { AviKind } from "../../kinds/avi/kind";
import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../kinds/avi/resources";
import { inspectAdoption } from "../adoption/notice";
import type { ResourceHandler } from "../lifecycle/handler";
import { inventoryKind } from "../lifecycle/inventory";
import { lookOnAvi } from "../orphans/avi";
import { preflightAvi } from "../preflight/avi";
import { objectsHandler } from "./adapter";
import { STATIC_ROUTES_HANDLER } from "./static-routes";

/** The resources that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, CERTIFICATE, SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS];

/** All resources of Avi. */
export const AVI_HANDLERS: readonly ResourceHandler[] = [
  ...OBJECT_KINDS.map(objectsHandler),
  STATIC_ROUTES_HANDLER,
  inventoryKind("avi", lookOnAvi, preflightAvi, inspectAdoption),
];
