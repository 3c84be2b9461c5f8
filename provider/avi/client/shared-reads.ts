import { AVI_TYPES, type AviType, describe } from "../../../kinds/avi/body";
import type { JsonObject } from "../../lifecycle/sanitize";
import { SharedListings } from "../../lifecycle/shared-listings";
import { allPages } from "./pages";
import type { Session } from "./session";
import type { Scope } from "./types";

/**
 * Reads of one phase by name, from one list per type: the controller serves a hundred objects a page. What is not in the list is
 * asked for by name, so a list that a filter or a page boundary cut short never makes an object look gone.
 */
export class SharedReads {
  private readonly listings: SharedListings<Map<string, JsonObject[]>>;

  constructor(
    private readonly session: Session,
    private readonly findByName: (type: AviType, name: string, scope: Scope) => Promise<JsonObject | undefined>,
  ) {
    this.listings = new SharedListings(session.settings.listCacheMs);
  }

  /** The object of that name, from the list where one is worth it. */
  async read(type: AviType, name: string, scope: Scope, owner: string): Promise<JsonObject | undefined> {
    const key = JSON.stringify([type, scope.tenant, owner]);
    const byName = await this.listings.of(key, () => this.take(type, scope.tenant, owner));
    const candidates = byName?.get(name) ?? [];
    return candidates.length === 1 ? candidates[0] : this.findByName(type, name, scope);
  }

  /** Forgets everything; called before and after each write. */
  drop(): void {
    this.listings.drop();
  }

  private async take(type: AviType, tenant: string, owner: string): Promise<Map<string, JsonObject[]>> {
    const field = AVI_TYPES[type].ownerField;
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
