// Schema of the body of a load balancer with everything below it.

import { z } from "zod";
import { body, described, field, list, text, texts } from "./fields";
import { listener } from "./listener";
import { pool } from "./pool";

/**
 * A load balancer with everything below it, as in the fully populated create of `POST /v2/lbaas/loadbalancers`: listeners
 * differ by protocol family and port, pools by name, members by address and port, policies by name.
 */
export const loadBalancer = body("loadbalancer", {
  ...described,
  project_id: field(text(36), { fixed: true }),
  vip_address: field(text(), { fixed: true, form: "address" }),
  vip_subnet_id: field(text(), { fixed: true }),
  vip_network_id: field(text(), { fixed: true }),
  vip_port_id: field(text(), { fixed: true }),
  additional_vips: field(list(z.record(z.string(), z.json(), "an object is expected"), "objects"), {
    fixed: true,
    key: ["subnet_id"],
    since: "additionalVips",
  }),
  /** The driver: `amphora`, `ovn`. */
  provider: field(text(64), { fixed: true }),
  flavor_id: field(text(), { fixed: true, since: "flavors", ovn: [] }),
  availability_zone: field(text(), { fixed: true, since: "availabilityZones", ovn: [] }),
  vip_qos_policy_id: field(text(), { guarded: true }),
  /** Security groups of the VIP port; they do not go with `allowed_cidrs`. */
  vip_sg_ids: field(texts(), { whole: true, key: [], since: "vipSecurityGroups" }),
  /**
   * A load balancer that exists and stays whoever made it: only the listeners and pools below are ours, and `tags` are added
   * to those it has. Everything else of the load balancer itself is left alone.
   */
  id: field(text()),
  listeners: field(list(listener, "objects"), {
    below: "listener",
    whole: true,
    key: ["protocol", "protocol_port"],
    reviewed: "elements",
  }),
  /** Pools that several listeners or policies use; one that a single listener uses may be in that listener. */
  pools: field(list(pool, "objects"), { below: "pool", whole: true, key: ["name"], reviewed: "elements" }),
});
