import type { JsonObject } from "../../shared/json";
import type { SeededRandom } from "../../shared/random";
import { Records } from "../../shared/state-file";
import { seedNeutron } from "./seed";

export type Kind = "network" | "subnet" | "port" | "floatingip" | "security_group" | "security_group_rule" | "router" | "policy";

/** Who asks. */
export interface Asker {
  projectId: string | undefined;
  roles: string[];
}

export const isAdmin = (who: Asker): boolean => who.roles.includes("admin");

/** The state of one Neutron: the part of it that load balancers have to do with. */
export class Neutron {
  readonly records = new Records();
  /** Scheme and host; known once it listens. */
  url = "";

  constructor(readonly random: SeededRandom) {
    seedNeutron(this);
  }

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
