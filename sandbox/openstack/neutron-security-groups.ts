import { normalizedNetwork } from "../shared/addresses";
import { asArray, type JsonObject } from "../shared/json";
import { badRequest, type Collection, groupNotFound, type Neutron, NeutronError } from "./neutron";

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

const PROTOCOLS = [
  ...["any", "ah", "dccp", "egp", "esp", "gre", "hopopt", "icmp", "igmp", "ip", "ipip", "ipv6-encap", "ipv6-frag", "ipv6-icmp"],
  ...["icmpv6", "ipv6-nonxt", "ipv6-opts", "ipv6-route", "ospf", "pgm", "rsvp", "sctp", "tcp", "udp", "udplite", "vrrp"],
];

/** What a rule says must be possible. */
function checkRule(given: JsonObject): void {
  const { direction, remote_ip_prefix: prefix, protocol, port_range_min: from, port_range_max: to } = given;
  if (direction !== "ingress" && direction !== "egress") {
    throw badRequest(`Invalid input for direction. Reason: ${String(direction)} is not in valid_values.`);
  }
  if (typeof prefix === "string") checkPrefix(prefix, given.ethertype === "IPv6" ? "IPv6" : "IPv4");
  if (typeof protocol === "string" && !PROTOCOLS.includes(protocol.toLowerCase()) && !/^\d{1,3}$/.test(protocol)) {
    const known = `Only protocol values (None, ${PROTOCOLS.map((each) => `'${each}'`).join(", ")}) and integer representations [0 to 255] are supported.`;
    throw new NeutronError(400, "SecurityGroupRuleInvalidProtocol", `Security group rule protocol ${protocol} not supported. ${known}`);
  }
  if (typeof from === "number" && typeof to === "number" && from > to) {
    const text = "For TCP/UDP protocols, port_range_min must be <= port_range_max";
    throw new NeutronError(400, "SecurityGroupInvalidPortRange", text);
  }
}

function checkPrefix(prefix: string, family: string): void {
  if (normalizedNetwork(prefix) === undefined) {
    throw new NeutronError(400, "InvalidCIDR", `Invalid CIDR ${prefix} given as IP prefix.`);
  }
  if (prefix.includes(":") !== (family === "IPv6")) {
    const text = `Conflicting value ethertype ${family} for CIDR ${prefix}`;
    throw new NeutronError(400, "SecurityGroupRuleParameterConflict", text);
  }
}

export const securityGroupRules: Collection = {
  kind: "security_group_rule",
  path: "security-group-rules",
  plural: "security_group_rules",
  create: [...IDENTITY, "description", "remote_address_group_id", "project_id", "tenant_id"],
  update: [],
  missing: (id) => new NeutronError(404, "SecurityGroupRuleNotFound", `Security group rule ${id} does not exist`),
  // rules are the only ones without tags
  view: (_, { tags: __, ...record }) => record,
  insert(neutron, who, given) {
    const group = given.security_group_id;
    if (typeof group !== "string") throw badRequest("Failed to parse request. Required attribute 'security_group_id' not specified");
    if (typeof given.direction !== "string") throw badRequest("Failed to parse request. Required attribute 'direction' not specified");
    if (!neutron.get("security_group", group)) throw groupNotFound(group);
    checkRule(given);
    const none = Object.fromEntries(IDENTITY.map((field) => [field, null]));
    const fields: JsonObject = { ...none, ethertype: "IPv4", remote_address_group_id: null, belongs_to_default_sg: false, ...given };
    const twin = rulesOf(neutron, group).find((other) => IDENTITY.every((field) => other[field] === fields[field]));
    if (twin) {
      throw new NeutronError(409, "SecurityGroupRuleExists", `Security group rule already exists. Rule id is ${String(twin.id)}.`);
    }
    const prefix = typeof fields.remote_ip_prefix === "string" ? normalizedNetwork(fields.remote_ip_prefix) : undefined;
    return neutron.insert("security_group_rule", who.projectId, { ...fields, normalized_cidr: prefix ?? null });
  },
};
