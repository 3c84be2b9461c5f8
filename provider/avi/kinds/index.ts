import { inventoryKind } from "../../lifecycle/inventory";
import type { Kind } from "../../lifecycle/kind";
import { lookOnAvi } from "../../orphans/avi";
import { bundleKind } from "../bundle/kind";
import type { Bundle } from "../bundle/table";
import { L4_VS } from "./l4-vs";
import { PASSTHROUGH_VS } from "./passthrough-vs";
import { POOL } from "./pool";
import { SHARED_VS } from "./shared-vs";
import { SNI_VS } from "./sni-vs";
import { STATIC_ROUTES } from "./static-routes";

/** The kinds that are bundles of objects, by their tables. */
export const BUNDLES: readonly Bundle[] = [POOL, SHARED_VS, SNI_VS, PASSTHROUGH_VS, L4_VS];

/** All kinds of Avi. */
export const AVI_KINDS: readonly Kind[] = [...BUNDLES.map(bundleKind), STATIC_ROUTES, inventoryKind("avi", lookOnAvi)];
