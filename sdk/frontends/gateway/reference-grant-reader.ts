// Reads ReferenceGrants.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { GATEWAY_GROUP, group, kind, namespace, objectName } from "./words";

const referenceGrantSpec = z.object({
  from: z.array(z.object({ group, kind, namespace })).min(1).max(16),
  /** Without a name: every object of the kind. */
  to: z
    .array(z.object({ group, kind, name: objectName.optional() }))
    .min(1)
    .max(16),
});

/** Permission for objects of other namespaces to refer to objects of this one. */
export type ReferenceGrant = GatewayObject<z.output<typeof referenceGrantSpec>>;

/** Reader of ReferenceGrant. */
export const referenceGrantReader: KindReader<ReferenceGrant> = gatewayObjectReader(
  "ReferenceGrant",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1beta1`],
  referenceGrantSpec,
);
