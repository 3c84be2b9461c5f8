import type { AviKind } from "../../kinds/avi/kind";
import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../kinds/avi/resources";

/** The resources that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, CERTIFICATE, SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS];
