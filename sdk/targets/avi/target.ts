// The entry `avi` of TARGETS: what commands and components use of the target Avi.

import { AVI_KINDS } from "../../../resources/avi";
import { scopeOf } from "../../components/single";
import { readSpecs, withWorkloads } from "../../frontends";
import type { SpecSet } from "../../specs";
import type { Target } from "../target";
import { unbundled } from "./bundles";
import { drawAvi } from "./drawing";
import { aviGatewayView } from "./gateway-view";
import { aviObjects } from "./objects";
import type { AviShown } from "./plan";
import { AVI_SCOPES } from "./scopes";
import { aviServed, aviServedLive } from "./served";
import { aviSettingsSchema, CONTROLLER, parseAviSettings } from "./settings";
import { aviInState } from "./state";
import { unbundledState } from "./state-bundles";
import { translateToAvi } from "./translate";

export const avi: Target<SpecSet, AviShown> = {
  name: "avi",
  kinds: AVI_KINDS,
  /** The generations 2 of AKO read its custom resources; Pods, where ports of nodes that lead to them are the servers. Words count in any case. */
  family({ naming, serviceType, readWorkloads }) {
    if (!/^ako-2/i.test(String(naming))) return withWorkloads("routing", readWorkloads);
    return withWorkloads(/^nodeportlocal$/i.test(String(serviceType)) ? "ako-node-port-local" : "ako", readWorkloads);
  },
  read: readSpecs,
  translate: translateToAvi,
  objects: aviObjects,
  draw: drawAvi,
  asks: (specs, settings) => aviGatewayView(specs, settings).model,
  balancer: {
    cluster: { key: "clusterName", usual: "cluster", isInNames: () => true },
    ingressClass: { name: "avi", controller: CONTROLLER },
    decisive(settings) {
      const { data } = aviSettingsSchema.safeParse(settings);
      return data && { naming: data.naming, serviceType: data.serviceType };
    },
    takeOver: {
      ako: {
        settings: (input) => input,
        options: { takeOver: true },
        subject(input) {
          const { clusterName: cluster, naming, tenant } = parseAviSettings(input).settings;
          return { cluster, naming, tenant };
        },
      },
    },
    select: (specs, kind) => scopeOf(AVI_SCOPES, kind).select(specs),
    gatewayView: aviGatewayView,
    served: aviServed,
    servedLive: aviServedLive,
    state: aviInState,
  },
  bundles: { unbundle: unbundled, unbundleState: unbundledState },
};
