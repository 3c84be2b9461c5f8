// The entry `octavia` of TARGETS: what commands and components use of the target Octavia.

import { OCTAVIA_KINDS } from "../../../resources/octavia/load-balancer";
import { scopeOf } from "../../components/single";
import { readSpecs, withWorkloads } from "../../frontends";
import type { SpecSet } from "../../specs";
import type { TakeOver, Target } from "../target";
import { drawOctavia } from "./drawing";
import { octaviaGatewayView } from "./gateway-view";
import { ownById, ownIdsIn, undecidedIdsIn } from "./own-id";
import { type OctaviaShown, octaviaObjects } from "./plan";
import { INGRESS_CONTROLLER } from "./resolve-options";
import { OCTAVIA_SCOPES } from "./scopes";
import { octaviaServed, octaviaServedLive } from "./served";
import { octaviaSettingsSchema } from "./settings";
import { octaviaInState } from "./state";
import { translateToOctavia } from "./translate";

const takeOver = (naming: "occm" | "kuryr"): TakeOver => ({
  settings: (given) => ({ ...given, naming }),
  subject: ({ cluster_name: cluster = "kubernetes" }) => ({ cluster: String(cluster), naming }),
  notSwept: "a load balancer of Octavia is deleted with all that is below it, `openstack loadbalancer delete --cascade ID`",
});

export const octavia: Target<SpecSet, OctaviaShown> = {
  name: "octavia",
  kinds: OCTAVIA_KINDS,
  family: ({ readWorkloads }) => withWorkloads("routing", readWorkloads),
  read: readSpecs,
  translate: translateToOctavia,
  objects: octaviaObjects,
  draw: drawOctavia,
  asks: (specs, settings) => octaviaGatewayView(specs, settings).model,
  balancer: {
    cluster: { key: "cluster_name", usual: "kubernetes", isInNames: ({ naming }) => naming === "occm" },
    ingressClass: { name: "openstack", controller: INGRESS_CONTROLLER },
    decisive(settings) {
      const { data } = octaviaSettingsSchema.safeParse(settings);
      // the OpenStack cloud provider has nodes as members, always
      return data && { naming: data.naming, ...(data.naming === "kuryr" && { member_mode: data.member_mode }) };
    },
    takeOver: { occm: takeOver("occm"), kuryr: takeOver("kuryr") },
    select: (specs, kind) => scopeOf(OCTAVIA_SCOPES, kind).select(specs),
    gatewayView: octaviaGatewayView,
    served: octaviaServed,
    servedLive: octaviaServedLive,
    state: octaviaInState,
  },
  ownIds: { resolve: ownById, openIn: undecidedIdsIn, heldIn: ownIdsIn },
};
