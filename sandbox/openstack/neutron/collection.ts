import type { JsonObject } from "../../shared/json";
import type { NeutronError } from "./errors";
import type { Asker, Kind, Neutron } from "./service";

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
  insert(neutron: Neutron, who: Asker, given: JsonObject): JsonObject;
  change?(neutron: Neutron, record: JsonObject, given: JsonObject): JsonObject;
  remove?(neutron: Neutron, record: JsonObject): void;
  view?(neutron: Neutron, record: JsonObject): JsonObject;
}
