import { z } from "zod";
import type { KindReader } from "../../specs";
import { LISTENER_HOSTS, listeners } from "./listeners";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { gatewayReference } from "./references";
import { GATEWAY_GROUP } from "./words";

const listenerSetSpec = z.object({ parentRef: gatewayReference, listeners });

/** Further listeners of a Gateway; its kind is ListenerSet or, in older clusters, XListenerSet. */
export type ListenerSet = GatewayObject<z.output<typeof listenerSetSpec>>;

const FACTS = { asks: true, rejected: "rejected", hosts: LISTENER_HOSTS } as const;

/** Reads ListenerSets. */
export const listenerSetReader: KindReader<ListenerSet> = gatewayObjectReader(
  "ListenerSet",
  [`${GATEWAY_GROUP}/v1`],
  listenerSetSpec,
  FACTS,
);

/** Reads ListenerSets of clusters before release 1.5 of the Gateway API, which have a kind of their own. */
export const xListenerSetReader: KindReader<ListenerSet> = gatewayObjectReader(
  "XListenerSet",
  ["gateway.networking.x-k8s.io/v1alpha1"],
  listenerSetSpec,
  FACTS,
);
