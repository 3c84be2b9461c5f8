import type { LoadBalancerInputs } from "../../kinds/octavia/inputs";
import { compare } from "../specs";
import type { OctaviaSettings } from "./settings";

/** The pools whose members stay, because the specs lack what tells them. */
export function keepMembers(pools: readonly string[]): Pick<LoadBalancerInputs, "keep"> {
  return pools.length > 0 ? { keep: [...pools].sort(compare) } : {};
}

/** How load balancers are made and deleted, where the settings differ from the usual. */
export function handling(settings: OctaviaSettings): Pick<LoadBalancerInputs, "serial" | "cascadeDelete"> {
  return {
    ...(settings.provider_requires_serial_api_calls ? { serial: true } : {}),
    ...(settings.cascade_delete ? {} : { cascadeDelete: false }),
  };
}
