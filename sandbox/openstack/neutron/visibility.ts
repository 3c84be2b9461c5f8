import { type JsonObject, text } from "../../shared/json";
import type { Collection } from "./collection";
import { type Asker, isAdmin, type Neutron } from "./service";

export const view = (neutron: Neutron, collection: Collection, record: JsonObject): JsonObject =>
  collection.view?.(neutron, record) ?? record;

/** One's own, what is shared, and external networks with their subnets. */
export function visible(neutron: Neutron, who: Asker, record: JsonObject): boolean {
  if (isAdmin(who) || record.project_id === who.projectId) return true;
  const network = record.cidr === undefined ? record : neutron.get("network", text(record.network_id));
  return network?.shared === true || network?.["router:external"] === true;
}
