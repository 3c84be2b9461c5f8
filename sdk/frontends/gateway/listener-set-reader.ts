// Reads ListenerSets and XListenerSets.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { LISTENER_HOSTS, listeners } from "./listeners";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { gatewayReference } from "./references";
import { GATEWAY_GROUP } from "./words";

const listenerSetSpec = z.object({ parentRef: gatewayReference, listeners });

/** Further listeners of a Gateway; the kind is ListenerSet or, in older clusters, XListenerSet. */
export type ListenerSet = GatewayObject<z.output<typeof listenerSetSpec>>;

const FACTS = { asks: true, rejected: "rejected", hosts: LISTENER_HOSTS } as const;

/** Reader of ListenerSet. */
export const listenerSetReader: KindReader<ListenerSet> = gatewayObjectReader(
  "ListenerSet",
  [`${GATEWAY_GROUP}/v1`],
  listenerSetSpec,
  FACTS,
);

/** Reader of XListenerSet, of clusters before Gateway API 1.5. */
export const xListenerSetReader: KindReader<ListenerSet> = gatewayObjectReader(
  "XListenerSet",
  ["gateway.networking.x-k8s.io/v1alpha1"],
  listenerSetSpec,
  FACTS,
);
