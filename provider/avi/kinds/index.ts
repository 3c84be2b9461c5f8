import type { AviKind } from "../../../kinds/avi/kind";
import { L4_VS } from "../../../kinds/avi/l4-vs";
import { PASSTHROUGH_VS } from "../../../kinds/avi/passthrough-vs";
import { POOL } from "../../../kinds/avi/pool";
import { SHARED_VS } from "../../../kinds/avi/shared-vs";
import { SNI_VS } from "../../../kinds/avi/sni-vs";
import { inventoryKind } from "../../lifecycle/inventory";
import type { Kind } from "../../lifecycle/kind";
import { lookOnAvi } from "../../orphans/avi";
import { bundleKind } from "../bundle/kind";
import { STATIC_ROUTES } from "./static-routes";

/** The kinds that are bundles of objects, by their tables. */
export const BUNDLES: readonly AviKind[] = [POOL, SHARED_VS, SNI_VS, PASSTHROUGH_VS, L4_VS];

/** All kinds of Avi. */
export const AVI_KINDS: readonly Kind[] = [...BUNDLES.map(bundleKind), STATIC_ROUTES, inventoryKind("avi", lookOnAvi)];
