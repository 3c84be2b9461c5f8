import type { Collection } from "./collection";
import { NeutronError } from "./errors";

/** QoS policies: a load balancer names one as `vip_qos_policy_id`. What their rules would do is nobody's concern here. */
export const qosPolicies: Collection = {
  kind: "policy",
  path: "qos/policies",
  plural: "policies",
  create: ["name", "description", "shared", "is_default", "project_id", "tenant_id"],
  update: ["name", "description", "shared", "is_default"],
  administered: true,
  missing: (id) => new NeutronError(404, "QosPolicyNotFound", `QoS policy ${id} could not be found.`),
  insert: (neutron, who, given) =>
    neutron.insert("policy", who.projectId, { name: "", shared: false, is_default: false, rules: [], ...given }),
};
