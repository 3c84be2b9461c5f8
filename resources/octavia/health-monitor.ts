// Schema of health monitors in the declaration of a load balancer.

import { body, computed, field, integer, named, oneNumberOf, oneOf, required, text } from "./fields";

/** A pool has at most one; another type means another monitor. */
export const healthMonitor = body("healthmonitor", {
  ...named,
  type: required(computed(oneOf("HTTP", "HTTPS", "PING", "TCP", "TLS-HELLO", "UDP-CONNECT", "SCTP")), {
    fixed: true,
    since: { SCTP: "sctp" },
    ovn: ["TCP", "UDP-CONNECT"],
  }),
  /** Seconds between two probes. */
  delay: required(integer(1, 2_147_483_647)),
  /** Seconds until a probe has failed; at most `delay`. */
  timeout: required(integer(1, 2_147_483_647)),
  max_retries: required(integer(1, 10)),
  max_retries_down: field(integer(1, 10), { default: 3, guarded: true }),
  http_method: field(computed(oneOf("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE")), {
    default: "GET",
    guarded: true,
  }),
  url_path: field(text(), { default: "/", guarded: true }),
  /** `200`, `200,202` or `200-204`. */
  expected_codes: field(text(), { default: "200", guarded: true }),
  http_version: field(oneNumberOf(1, 1.1), { guarded: true, since: "monitorHost" }),
  /** The host of the probe; needs `http_version` 1.1. */
  domain_name: field(text(), { guarded: true, since: "monitorHost" }),
});
