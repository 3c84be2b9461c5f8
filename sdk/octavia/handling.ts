import type { LoadBalancerInputs } from "../../contract/octavia";
import type { OctaviaSettings } from "./settings";

/** How load balancers are made and deleted, where the settings differ from the usual. */
export function handling(settings: OctaviaSettings): Pick<LoadBalancerInputs, "serial" | "cascadeDelete"> {
  return {
    ...(settings.provider_requires_serial_api_calls ? { serial: true } : {}),
    ...(settings.cascade_delete ? {} : { cascadeDelete: false }),
  };
}
