// Reads Gateways.

import { z } from "zod";
import { ignoredField, type KindReader } from "../../specs";
import { gatewayAddresses } from "./addresses";
import { infrastructure } from "./infrastructure";
import { LISTENER_HOSTS, labelSelector, listeners } from "./listeners";
import { experimental, type GatewayObject, gatewayObjectReader } from "./object";
import { gatewayTls } from "./tls";
import { GATEWAY_GROUP, objectName } from "./words";

const gatewaySpec = z.object({
  gatewayClassName: objectName,
  listeners,
  addresses: gatewayAddresses,
  infrastructure: infrastructure.optional(),
  /** Namespaces whose ListenerSets may attach; absent: none. */
  allowedListeners: z
    .object({
      namespaces: z
        .object({ from: z.enum(["All", "Selector", "Same", "None"]).default("None"), selector: labelSelector.optional() })
        .prefault({}),
    })
    .prefault({}),
  tls: gatewayTls.optional(),
  defaultScope: ignoredField,
});

/** A load balancer with its listeners. */
export type Gateway = GatewayObject<z.output<typeof gatewaySpec>>;

/** Reader of Gateway. */
export const gatewayReader: KindReader<Gateway> = gatewayObjectReader(
  "Gateway",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1beta1`],
  gatewaySpec,
  {
    asks: true,
    rejected: "rejected",
    hosts: LISTENER_HOSTS,
    remarks: ({ defaultScope }) => (defaultScope === undefined ? [] : [experimental("defaultScope")]),
  },
);
