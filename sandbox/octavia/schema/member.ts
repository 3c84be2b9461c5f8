import { ipAddress, uuid } from "../wsme/addresses";
import { arrayOf, objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { bool, integer } from "../wsme/scalars";
import { adminStateUp, name, projectId, tags, tenantId, withoutDefaults } from "./common";

const port = integer(1, 65535);

const fields: Attribute[] = [
  name,
  adminStateUp,
  { name: "address", type: ipAddress, mandatory: true },
  { name: "protocol_port", type: port, mandatory: true },
  { name: "weight", type: integer(0, 256), default: 1 },
  { name: "backup", type: bool, default: false },
  { name: "subnet_id", type: uuid },
];
const monitoring: Attribute[] = [
  { name: "monitor_port", type: port, default: null },
  { name: "monitor_address", type: ipAddress, default: null },
  tags,
];
const sriov: Attribute = { name: "request_sriov", type: bool, default: false };

export const memberOfPool = objectOf([...fields, ...monitoring, sriov]);

export const memberCreate = objectOf([...fields, projectId, ...monitoring, sriov, tenantId]);

export const memberBatch = arrayOf(memberCreate);

export const memberUpdate = objectOf(
  withoutDefaults([name, adminStateUp, ...fields.filter((field) => ["weight", "backup"].includes(field.name)), ...monitoring]),
);
