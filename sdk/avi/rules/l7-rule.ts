import type { L7Rule } from "../../specs";
import type { Fields } from "../extensions";
import { limitsOf } from "./l4-rule";
import type { References } from "./references";

/** What an L7Rule says of a virtual service, and what only of one with an address. */
export interface L7Extension {
  fields: Fields;
  addressed: Fields;
}

/** The fields of an L7Rule, with the defaults of AKO's definition (ako-2x.md 10; docs/crds/l7rule.md of AKO for what children do not take). */
export function l7Extension({ spec }: L7Rule, references: References): L7Extension {
  return {
    fields: {
      allow_invalid_client_cert: spec.allowInvalidClientCert ?? false,
      close_client_conn_on_config_update: spec.closeClientConnOnConfigUpdate ?? false,
      ign_pool_net_reach: spec.ignPoolNetReach ?? false,
      remove_listening_port_on_vs_down: spec.removeListeningPortOnVsDown ?? false,
      ssl_sess_cache_avg_size: spec.sslSessCacheAvgSize ?? 1024,
      ...(spec.minPoolsUp === undefined ? {} : { min_pools_up: spec.minPoolsUp }),
      ...references.fields({
        bot_policy_ref: ["botdetectionpolicy", spec.botPolicyRef],
        traffic_clone_profile_ref: ["trafficcloneprofile", spec.trafficCloneProfileRef],
      }),
    },
    addressed: {
      ...(spec.hostNameXlate ? { host_name_xlate: spec.hostNameXlate } : {}),
      ...(spec.performanceLimits ? { performance_limits: limitsOf(spec.performanceLimits) } : {}),
      ...references.fields({ security_policy_ref: ["securitypolicy", spec.securityPolicyRef] }),
    },
  };
}
