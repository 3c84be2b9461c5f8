import { type AviType, OWNER_FIELD } from "../../../contract/avi";
import type { JsonObject } from "../../lifecycle/sanitize";
import { sleep } from "../../lifecycle/wait";
import { allPages } from "./pages";
import type { Session } from "./session";
import { describe, type Scope } from "./types";

/** Reads that arrive within this time are answered together. */
const WINDOW_MS = 8;
/** For so few a list would cost more than it saves. */
const WORTH_A_LIST = 3;

interface Listing {
  /** Reads asked for since the last list was dropped. */
  asked: number;
  list?: Promise<Map<string, JsonObject[]>>;
  takenAt: number;
}

/**
 * A refresh reads a thousand objects one by one; the controller serves a hundred a page. The reads of one phase share one
 * list per type, which any write of ours drops. What is not in the list is asked for by name, so a list that a filter or a
 * page boundary cut short never makes an object look gone.
 */
export class SharedReads {
  private readonly listings = new Map<string, Listing>();

  constructor(
    private readonly session: Session,
    private readonly findByName: (type: AviType, name: string, scope: Scope) => Promise<JsonObject | undefined>,
  ) {}

  /** The object of that name, from the list where one is worth it. */
  async read(type: AviType, name: string, scope: Scope, owner: string): Promise<JsonObject | undefined> {
    const holds = this.session.settings.listCacheMs;
    if (holds === 0) return this.findByName(type, name, scope);
    const key = JSON.stringify([type, scope.tenant, owner]);
    const listing = this.current(key, holds);
    listing.asked++;
    await sleep(WINDOW_MS);
    if (listing.asked < WORTH_A_LIST) return this.findByName(type, name, scope);
    listing.list ??= this.take(type, scope.tenant, owner);
    const candidates = (await listing.list).get(name) ?? [];
    return candidates.length === 1 ? candidates[0] : this.findByName(type, name, scope);
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

  private async take(type: AviType, tenant: string, owner: string): Promise<Map<string, JsonObject[]>> {
    const field = OWNER_FIELD[type];
    // A filter that a type does not know makes its list empty instead of failing, so only the one that all know is used.
    const filter = field === "created_by" && owner ? `&created_by=${encodeURIComponent(owner)}` : "";
    const path = `/api/${type}?page_size=100&include_name=true${filter}`;
    const byName = new Map<string, JsonObject[]>();
    for (const found of await allPages(this.session, path, tenant, describe(type, "list"))) {
      const name = String(found.name);
      byName.set(name, [...(byName.get(name) ?? []), found]);
    }
    return byName;
  }
}
