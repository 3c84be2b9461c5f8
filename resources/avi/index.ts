// The kinds of Avi resources.

import type { Kind } from "../kind";
import { CERTIFICATE } from "./certificate";
import { DEDICATED_VS } from "./dedicated-vs";
import { GATEWAY_VS } from "./gateway-vs";
import type { AviKind } from "./kind";
import { L4_VS } from "./l4-vs";
import { PASSTHROUGH_VS } from "./passthrough-vs";
import { POOL } from "./pool";
import { SHARED_VS } from "./shared-vs";
import { SNI_VS } from "./sni-vs";
import { STATIC_ROUTES } from "./static-routes";

export * from "./certificate";
export * from "./dedicated-vs";
export * from "./gateway-vs";
export * from "./l4-vs";
export * from "./passthrough-vs";
export * from "./pool";
export * from "./shared-vs";
export * from "./sni-vs";

/** The kinds that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, CERTIFICATE, SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS, GATEWAY_VS];

/** The kinds that may hold the pools which they alone use. */
export const BUNDLING_KINDS: readonly AviKind[] = [SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS, GATEWAY_VS];

/** The kinds of this back end. */
export const AVI_KINDS: readonly Kind[] = [...OBJECT_KINDS, STATIC_ROUTES];
