import { asArray, type JsonObject } from "../shared/json";
import type { Collection } from "./collection";
import { badRequest, groupNotFound, NeutronError } from "./errors";
import type { Neutron } from "./service";

export const securityGroups: Collection = {
  kind: "security_group",
  path: "security-groups",
  plural: "security_groups",
  create: ["name", "description", "stateful", "project_id", "tenant_id"],
  update: ["name", "description", "stateful"],
  missing: groupNotFound,
  insert: (neutron, who, given) => neutron.insert("security_group", who.projectId, { name: "", stateful: true, shared: false, ...given }),
  remove(neutron, { id }) {
    if (neutron.list("port").some((port) => asArray(port.security_groups).includes(id ?? null))) {
      throw new NeutronError(409, "SecurityGroupInUse", `Security Group ${String(id)} in use.`);
    }
    for (const rule of rulesOf(neutron, String(id))) neutron.remove("security_group_rule", String(rule.id));
  },
  view: (neutron, record) => ({
    ...{ stateful: true, shared: false },
    ...record,
    security_group_rules: rulesOf(neutron, String(record.id)),
  }),
};

const rulesOf = (neutron: Neutron, group: string): JsonObject[] =>
  neutron.list("security_group_rule").filter((rule) => rule.security_group_id === group);

/** What makes two rules the same. */
const IDENTITY = [
  ...["security_group_id", "direction", "ethertype", "protocol", "port_range_min", "port_range_max", "remote_ip_prefix"],
  ...["remote_group_id"],
];

export const securityGroupRules: Collection = {
  kind: "security_group_rule",
  path: "security-group-rules",
  plural: "security_group_rules",
  create: [...IDENTITY, "description", "remote_address_group_id", "project_id", "tenant_id"],
  update: [],
  missing: (id) => new NeutronError(404, "SecurityGroupRuleNotFound", `Security group rule ${id} does not exist`),
  insert(neutron, who, given) {
    const group = given.security_group_id;
    if (typeof group !== "string") throw badRequest("Failed to parse request. Required attribute 'security_group_id' not specified");
    if (typeof given.direction !== "string") throw badRequest("Failed to parse request. Required attribute 'direction' not specified");
    if (!neutron.get("security_group", group)) throw groupNotFound(group);
    const none = Object.fromEntries(IDENTITY.map((field) => [field, null]));
    const fields: JsonObject = { ...none, ethertype: "IPv4", remote_address_group_id: null, belongs_to_default_sg: false, ...given };
    const twin = rulesOf(neutron, group).find((other) => IDENTITY.every((field) => other[field] === fields[field]));
    if (twin) {
      throw new NeutronError(409, "SecurityGroupRuleExists", `Security group rule already exists. Rule id is ${String(twin.id)}.`);
    }
    return neutron.insert("security_group_rule", who.projectId, { ...fields, normalized_cidr: fields.remote_ip_prefix ?? null });
  },
};
