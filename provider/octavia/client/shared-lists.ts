import { isObject, type JsonObject } from "../../lifecycle/json";
import { SharedListings } from "../../lifecycle/shared-listings";
import type { Session } from "./session";
import type { ListedType, Query, Wanted } from "./types";

/**
 * Reads of one phase, from one list per type and project: the server lists a thousand at once. What the list does not have is asked
 * for by itself, so a list that was cut short never makes an object look gone.
 */
export class SharedLists {
  /** Every object of the project, by `field=value`. */
  private readonly listings: SharedListings<Map<string, JsonObject[]>>;

  constructor(
    session: Session,
    private readonly list: (type: ListedType, query: Query) => Promise<JsonObject[]>,
    private readonly ownProject: () => Promise<string>,
  ) {
    this.listings = new SharedListings(session.settings.listCacheMs);
  }

  async find(type: ListedType, { project_id, ...wanted }: Wanted): Promise<JsonObject[]> {
    const [field, value] = Object.entries(wanted).find(([, one]) => one !== undefined) ?? [];
    if (!field || !value) throw new Error("find() needs one field to look for");
    const alone = () => this.list(type, { [field]: value, project_id });
    const project = project_id ?? (await this.ownProject());
    const index = await this.listings.of(`${type} ${project}`, () => this.list(type, { project_id: project }).then(indexed));
    const found = index?.get(`${field}=${value}`);
    return found ?? alone();
  }

  /** Forgets everything; called before and after each write. */
  drop(): void {
    this.listings.drop();
  }
}

/** Where an object tells what it belongs to. */
const PARENTS = [
  ["loadbalancers", "loadbalancer_id"],
  ["listeners", "listener_id"],
  ["pools", "pool_id"],
] as const;

function indexed(objects: readonly JsonObject[]): Map<string, JsonObject[]> {
  const index = new Map<string, JsonObject[]>();
  const put = (field: string, value: unknown, object: JsonObject) => {
    if (typeof value !== "string") return;
    const key = `${field}=${value}`;
    const same = index.get(key);
    if (same) same.push(object);
    else index.set(key, [object]);
  };
  for (const object of objects) {
    put("id", object.id, object);
    put("name", object.name, object);
    for (const [several, field] of PARENTS) {
      put(field, object[field], object);
      const listed = object[several];
      for (const parent of Array.isArray(listed) ? listed : []) if (isObject(parent)) put(field, parent.id, object);
    }
  }
  return index;
}
