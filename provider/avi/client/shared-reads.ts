import { AVI_TYPES, type AviType, describe } from "../../../kinds/avi/body";
import { SharedListings } from "../../lifecycle/shared-listings";
import type { AviObject } from "./answers";
import type { AviApi, Scope } from "./api";

/**
 * Reads of one phase by name, from one list per type: the controller serves a hundred objects a page. What is not in the list is
 * asked for by name, so a list that a filter or a page boundary cut short never makes an object look gone.
 */
export class SharedReads {
  private readonly listings: SharedListings<Map<string, AviObject[]>>;

  constructor(private readonly api: AviApi) {
    this.listings = new SharedListings(api.session.settings.listCacheMs);
  }

  /** The object of that name, from the list where one is worth it. */
  async read(type: AviType, name: string, scope: Scope, owner: string): Promise<AviObject | undefined> {
    const key = JSON.stringify([type, scope.tenant, owner]);
    const byName = await this.listings.of(key, () => this.listByName(type, scope.tenant, owner));
    const candidates = byName?.get(name) ?? [];
    return candidates.length === 1 ? candidates[0] : this.api.find(type, name, scope);
  }

  /** Forgets everything; called before and after each write. */
  drop(): void {
    this.listings.drop();
  }

  private async listByName(type: AviType, tenant: string, owner: string): Promise<Map<string, AviObject[]>> {
    // A filter that a type does not know makes its list empty instead of failing, so only the one that all know is used.
    const filter = AVI_TYPES[type].ownerField === "created_by" && owner ? `&created_by=${encodeURIComponent(owner)}` : "";
    const byName = new Map<string, AviObject[]>();
    for (const found of await this.api.list(type, `page_size=100&include_name=true${filter}`, tenant, describe(type, "list"))) {
      byName.set(found.name, [...(byName.get(found.name) ?? []), found]);
    }
    return byName;
  }
}
