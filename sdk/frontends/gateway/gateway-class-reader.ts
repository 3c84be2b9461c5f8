// Reads GatewayClasses.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { objectReference } from "./references";
import { boundedText, domainPath, GATEWAY_GROUP } from "./words";

const gatewayClassSpec = z.object({
  controllerName: domainPath,
  parametersRef: objectReference.optional(),
  description: boundedText(64, 0).optional(),
});

/** A class of Gateways, with the controller that serves them. */
export type GatewayClass = GatewayObject<z.output<typeof gatewayClassSpec>>;

/** Reader of GatewayClass. */
export const gatewayClassReader: KindReader<GatewayClass> = gatewayObjectReader(
  "GatewayClass",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1beta1`],
  gatewayClassSpec,
  { clusterScoped: true },
);
