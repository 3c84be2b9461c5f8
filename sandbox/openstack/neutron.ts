import type { HttpResponse } from "../shared/http";
import { type JsonObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { Records } from "../shared/state-file";
import type { Identity } from "./keystone-api";

export type Kind = "network" | "subnet" | "port" | "floatingip" | "security_group" | "security_group_rule" | "router" | "policy";

export const isAdmin = (who: Identity): boolean => who.roles.includes("admin");

/** The state of one Neutron: the part of it that load balancers have to do with. */
export class Neutron {
  readonly records = new Records();
  /** Scheme and host; known once it listens. */
  url = "";

  constructor(readonly random: SeededRandom) {}

  get(kind: Kind, id: string): JsonObject | undefined {
    return this.records.get(kind, id);
  }

  list(kind: Kind): JsonObject[] {
    return this.records.list(kind);
  }

  /** Adds an object of a project, with what every object has. */
  insert(kind: Kind, project: string | undefined, fields: JsonObject, id = this.random.uuid4()): JsonObject {
    const now = moment();
    return this.records.put(kind, id, {
      id,
      tenant_id: project ?? null,
      project_id: project ?? null,
      description: "",
      tags: [],
      ...fields,
      ...{ created_at: now, updated_at: now, revision_number: 0 },
    });
  }

  update(kind: Kind, record: JsonObject, fields: JsonObject): JsonObject {
    const revision = Number(record.revision_number) + 1;
    return this.records.put(kind, String(record.id), { ...record, ...fields, updated_at: moment(), revision_number: revision });
  }

  remove(kind: Kind, id: string): void {
    this.records.remove(kind, id);
  }
}

const moment = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

/** What one kind of object can be asked for. */
export interface Collection {
  kind: Kind;
  /** In paths, with hyphens. */
  path: string;
  plural: string;
  /** Fields of a create, and those of an update. */
  create: string[];
  update: string[];
  /** More fields that a list can be filtered by than a record of it has. */
  filters?: string[];
  /** Who makes and changes them: administrators alone. */
  administered?: boolean;
  missing(id: string): NeutronError;
  insert(neutron: Neutron, who: Identity, given: JsonObject): JsonObject;
  change?(neutron: Neutron, record: JsonObject, given: JsonObject): JsonObject;
  remove?(neutron: Neutron, record: JsonObject): void;
  view?(neutron: Neutron, record: JsonObject): JsonObject;
}

export const view = (neutron: Neutron, collection: Collection, record: JsonObject): JsonObject =>
  collection.view?.(neutron, record) ?? record;

/** One's own, what is shared, and external networks with their subnets. */
export function visible(neutron: Neutron, who: Identity, record: JsonObject): boolean {
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
