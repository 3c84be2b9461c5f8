import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { sleep } from "../../lifecycle/wait";
import type { Session } from "./session";
import type { ListedType, Query, Wanted } from "./types";

/** Reads that arrive within this time are answered together. */
const WINDOW_MS = 8;
/** For so few a list of everything would cost more than it saves. */
const WORTH_A_LIST = 3;

interface Listing {
  /** Reads asked for since the last list was dropped. */
  asked: number;
  /** Every object of the project, by `field=value`. */
  index?: Promise<Map<string, JsonObject[]>>;
  takenAt: number;
}

/**
 * A refresh reads a thousand load balancers one by one, the server lists a thousand at once. The reads of one phase share one list
 * per type and project, which any write of ours drops. What the list does not have is asked for by itself, so a list that was cut
 * short never makes an object look gone.
 */
export class SharedLists {
  private readonly listings = new Map<string, Listing>();

  constructor(
    private readonly session: Session,
    private readonly list: (type: ListedType, query: Query) => Promise<JsonObject[]>,
    private readonly ownProject: () => Promise<string>,
  ) {}

  async find(type: ListedType, { project_id, ...wanted }: Wanted): Promise<JsonObject[]> {
    const holds = this.session.settings.listCacheMs;
    const [field, value] = Object.entries(wanted).find(([, one]) => one !== undefined) ?? [];
    if (!field || !value) throw new Error("find() needs one field to look for");
    const alone = () => this.list(type, { [field]: value, project_id });
    if (holds === 0) return alone();
    const project = project_id ?? (await this.ownProject());
    const listing = this.current(`${type} ${project}`, holds);
    listing.asked++;
    await sleep(WINDOW_MS);
    if (listing.asked < WORTH_A_LIST) return alone();
    listing.index ??= this.list(type, { project_id: project }).then(indexed);
    const found = (await listing.index).get(`${field}=${value}`);
    return found ?? alone();
  }

  /** Forgets everything; called before and after each write. */
  drop(): void {
    this.listings.clear();
  }

  private current(key: string, holds: number): Listing {
    const known = this.listings.get(key);
    if (known && Date.now() - known.takenAt < holds) return known;
    const fresh: Listing = { asked: 0, takenAt: Date.now() };
    this.listings.set(key, fresh);
    return fresh;
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
