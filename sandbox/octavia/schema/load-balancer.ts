import { ipAddress, uuid } from "../wsme/addresses";
import { arrayOf, objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { string } from "../wsme/scalars";
import { adminStateUp, description, name, projectId, tags, tenantId, withoutDefaults } from "./common";
import { listenerOfGraph } from "./listener";
import { poolOfGraph } from "./pool";

const qosPolicy: Attribute = { name: "vip_qos_policy_id", type: uuid };
const securityGroups: Attribute = { name: "vip_sg_ids", type: arrayOf(uuid) };

const additionalVip = objectOf([
  { name: "subnet_id", type: uuid, mandatory: true },
  { name: "ip_address", type: ipAddress },
  { name: "port_id", type: uuid },
]);

export const loadBalancerCreate = objectOf([
  name,
  description,
  adminStateUp,
  { name: "vip_address", type: ipAddress },
  { name: "vip_port_id", type: uuid },
  { name: "vip_subnet_id", type: uuid },
  { name: "vip_network_id", type: uuid },
  qosPolicy,
  securityGroups,
  { name: "additional_vips", type: arrayOf(additionalVip), default: [] },
  projectId,
  { name: "listeners", type: arrayOf(listenerOfGraph), default: [] },
  { name: "pools", type: arrayOf(poolOfGraph), default: [] },
  { name: "provider", type: string({ max: 64 }) },
  tags,
  { name: "flavor_id", type: uuid },
  { name: "availability_zone", type: string({ max: 255 }) },
  tenantId,
]);

export const loadBalancerUpdate = objectOf(withoutDefaults([name, description, qosPolicy, adminStateUp, securityGroups, tags]));
