// State of Neutron: networks, subnets, ports, floating IPs.
import { normalizedNetwork } from "../shared/addresses";
import type { HttpResponse } from "../shared/http";
import { asArray, type JsonObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { Store } from "../shared/store";
import type { OpenStackIdentity } from "./keystone-api";

export type NeutronKind = "network" | "subnet" | "port" | "floatingip" | "security_group" | "security_group_rule" | "router" | "policy";

export const isAdmin = (who: OpenStackIdentity): boolean => who.roles.includes("admin");

/** The state of one Neutron: the part of it that load balancers have to do with. */
export class Neutron {
  readonly records = new Store();
  /** Scheme and host; known once it listens. */
  url = "";

  constructor(readonly random: SeededRandom) {}

  get(kind: NeutronKind, id: string): JsonObject | undefined {
    return this.records.get(kind, id);
  }

  list(kind: NeutronKind): JsonObject[] {
    return this.records.list(kind);
  }

  /** Adds an object of a project, with what every object has. */
  insert(kind: NeutronKind, project: string | undefined, fields: JsonObject, id = this.random.uuid4()): JsonObject {
    const now = moment();
    return this.records.put(kind, {
      id,
      tenant_id: project ?? null,
      project_id: project ?? null,
      description: "",
      tags: [],
      ...fields,
      ...{ created_at: now, updated_at: now, revision_number: 0 },
    });
  }

  update(kind: NeutronKind, record: JsonObject, fields: JsonObject): JsonObject {
    const revision = Number(record.revision_number) + 1;
    return this.records.put(kind, { ...record, ...fields, updated_at: moment(), revision_number: revision });
  }

  remove(kind: NeutronKind, id: string): void {
    this.records.remove(kind, id);
  }
}

const moment = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

/** Operations and fields of one kind of object. */
export interface NeutronCollection {
  kind: NeutronKind;
  /** In paths, with hyphens. */
  path: string;
  plural: string;
  /** Fields of a create, and those of an update. */
  create: string[];
  update: string[];
  /** More fields that a list can be filtered by than a record of it has. */
  filters?: string[];
  /** Only administrators create, change and delete them. */
  administered?: boolean;
  missing(id: string): NeutronError;
  insert(neutron: Neutron, who: OpenStackIdentity, body: JsonObject): JsonObject;
  change?(neutron: Neutron, record: JsonObject, body: JsonObject): JsonObject;
  remove?(neutron: Neutron, record: JsonObject): void;
  view?(neutron: Neutron, record: JsonObject): JsonObject;
}

export const view = (neutron: Neutron, collection: NeutronCollection, record: JsonObject): JsonObject =>
  collection.view?.(neutron, record) ?? record;

/** One's own, what is shared, and external networks with their subnets. */
export function visible(neutron: Neutron, who: OpenStackIdentity, record: JsonObject): boolean {
  if (isAdmin(who) || record.project_id === who.projectId) return true;
  const network = record.cidr === undefined ? record : neutron.get("network", text(record.network_id));
  return network?.shared === true || network?.["router:external"] === true;
}

/** A refusal of Neutron; its type is the name of the real exception. */
export class NeutronError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
  ) {
    super(message);
  }

  response(): HttpResponse {
    const body = JSON.stringify({ NeutronError: { type: this.type, message: this.message, detail: "" } });
    return { status: this.status, headers: { "Content-Type": "application/json" }, body };
  }
}

export const badRequest = (message: string): NeutronError => new NeutronError(400, "HTTPBadRequest", message);

export const networkNotFound = (id: string): NeutronError => new NeutronError(404, "NetworkNotFound", `Network ${id} could not be found.`);

export const subnetNotFound = (id: string): NeutronError => new NeutronError(404, "SubnetNotFound", `Subnet ${id} could not be found.`);

export const portNotFound = (id: string): NeutronError => new NeutronError(404, "PortNotFound", `Port ${id} could not be found.`);

export const groupNotFound = (id: string): NeutronError =>
  new NeutronError(404, "SecurityGroupNotFound", `Security group ${id} does not exist`);

export const invalidInput = (message: string): NeutronError =>
  new NeutronError(400, "InvalidInput", `Invalid input for operation: ${message}`);

export const securityGroups: NeutronCollection = {
  kind: "security_group",
  path: "security-groups",
  plural: "security_groups",
  create: ["name", "description", "stateful", "project_id", "tenant_id"],
  update: ["name", "description", "stateful"],
  missing: groupNotFound,
  insert: (neutron, who, body) => neutron.insert("security_group", who.projectId, { name: "", stateful: true, shared: false, ...body }),
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

/** Fields in which two equal rules agree. */
const IDENTITY = [
  ...["security_group_id", "direction", "ethertype", "protocol", "port_range_min", "port_range_max", "remote_ip_prefix"],
  ...["remote_group_id"],
];

const PROTOCOLS = [
  ...["any", "ah", "dccp", "egp", "esp", "gre", "hopopt", "icmp", "igmp", "ip", "ipip", "ipv6-encap", "ipv6-frag", "ipv6-icmp"],
  ...["icmpv6", "ipv6-nonxt", "ipv6-opts", "ipv6-route", "ospf", "pgm", "rsvp", "sctp", "tcp", "udp", "udplite", "vrrp"],
];

/** Checks that the values of a rule are possible. */
function checkRule(body: JsonObject): void {
  const { direction, remote_ip_prefix: prefix, protocol, port_range_min: from, port_range_max: to } = body;
  if (direction !== "ingress" && direction !== "egress") {
    throw badRequest(`Invalid input for direction. Reason: ${String(direction)} is not in valid_values.`);
  }
  if (typeof prefix === "string") checkPrefix(prefix, body.ethertype === "IPv6" ? "IPv6" : "IPv4");
  if (typeof protocol === "string" && !PROTOCOLS.includes(protocol.toLowerCase()) && !/^\d{1,3}$/.test(protocol)) {
    const message = `Only protocol values (None, ${PROTOCOLS.map((each) => `'${each}'`).join(", ")}) and integer representations [0 to 255] are supported.`;
    throw new NeutronError(400, "SecurityGroupRuleInvalidProtocol", `Security group rule protocol ${protocol} not supported. ${message}`);
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

export const securityGroupRules: NeutronCollection = {
  kind: "security_group_rule",
  path: "security-group-rules",
  plural: "security_group_rules",
  create: [...IDENTITY, "description", "remote_address_group_id", "project_id", "tenant_id"],
  update: [],
  missing: (id) => new NeutronError(404, "SecurityGroupRuleNotFound", `Security group rule ${id} does not exist`),
  // rules are the only ones without tags
  view: (_, { tags: __, ...record }) => record,
  insert(neutron, who, body) {
    const group = body.security_group_id;
    if (typeof group !== "string") throw badRequest("Failed to parse request. Required attribute 'security_group_id' not specified");
    if (typeof body.direction !== "string") throw badRequest("Failed to parse request. Required attribute 'direction' not specified");
    if (!neutron.get("security_group", group)) throw groupNotFound(group);
    checkRule(body);
    const none = Object.fromEntries(IDENTITY.map((field) => [field, null]));
    const fields: JsonObject = { ...none, ethertype: "IPv4", remote_address_group_id: null, belongs_to_default_sg: false, ...body };
    const twin = rulesOf(neutron, group).find((other) => IDENTITY.every((field) => other[field] === fields[field]));
    if (twin) {
      throw new NeutronError(409, "SecurityGroupRuleExists", `Security group rule already exists. Rule id is ${String(twin.id)}.`);
    }
    const prefix = typeof fields.remote_ip_prefix === "string" ? normalizedNetwork(fields.remote_ip_prefix) : undefined;
    return neutron.insert("security_group_rule", who.projectId, { ...fields, normalized_cidr: prefix ?? null });
  },
};
