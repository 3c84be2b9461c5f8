// Reads that several resources of a run share: one list instead of a request for each object.

import { AVI_TYPES, type AviType, describe, parseReference } from "../../../resources/avi/body";
import { addTo } from "../../../resources/lists";
import { NamedListings } from "../../lifecycle/named-listings";
import { SharedListings } from "../../lifecycle/shared-listings";
import type { AviObject } from "./answers";
import type { AviConnection } from "./settings";

/**
 * Life of the lists of a run that takes over. A write is based on the version of the object that was read, so the controller
 * refuses one that is based on an old list, and the object is read again.
 */
const ADOPTION_HOLDS_MS = 3_600_000;

/** The place of an object, besides its name. */
export interface ObjectScope {
  tenant: string;
  cloud: string;
}

/** A reader of the controller. */
interface Reader {
  readonly session: { readonly settings: Pick<AviConnection, "listCacheMs"> };
  find(type: AviType, name: string, scope: ObjectScope): Promise<AviObject | undefined>;
  list(type: string, query: string, tenant: string, object: string): Promise<AviObject[]>;
}

/** False for an object of that name in another cloud. */
export function isInCloud({ cloud_ref }: AviObject, type: AviType, { cloud }: ObjectScope): boolean {
  const name = AVI_TYPES[type].perCloud ? parseReference(cloud_ref)?.name : undefined;
  return name === undefined || cloud === "" || name === cloud;
}

type ObjectsByName = ReadonlyMap<string, AviObject[]>;

/** Reads by name, from one list per type: the controller serves a hundred objects a page. */
export class SharedReads {
  private readonly listings: SharedListings<ObjectsByName>;
  private readonly adoption: NamedListings<AviObject[]>;

  constructor(private readonly api: Reader) {
    const { listCacheMs } = api.session.settings;
    this.listings = new SharedListings(listCacheMs);
    this.adoption = new NamedListings(listCacheMs === 0 ? 0 : ADOPTION_HOLDS_MS);
  }

  /**
   * The object of that name, from the list where one is worth it. What is not in the list is asked for by name, so a list that a filter or a
   * page boundary cut short never makes an object look gone.
   */
  async read(type: AviType, name: string, scope: ObjectScope, owner: string): Promise<AviObject | undefined> {
    const byName = await this.listings.of(keyOf(type, scope, owner), () => this.listByName(type, scope.tenant, owner));
    const candidates = (byName?.get(name) ?? []).filter((object) => isInCloud(object, type, scope));
    return candidates.length === 1 ? candidates[0] : this.api.find(type, name, scope);
  }

  /**
   * The object of that name for a run that takes over: from the list of what carries this mark, else from that of all objects. What the
   * latter lacks does not exist as far as anybody knows: a create that meets it after all is refused, and looks for it.
   */
  async adopt(type: AviType, name: string, scope: ObjectScope, owner: string): Promise<AviObject | undefined> {
    for (const mark of isFiltered(type, owner) ? [owner, ""] : [""]) {
      const lookup = await this.adoption.of(keyOf(type, scope, mark), name, () => this.listByName(type, scope.tenant, mark));
      const named = (lookup?.found ?? []).filter((object) => isInCloud(object, type, scope));
      if (!lookup || named.length > 1) return this.api.find(type, name, scope);
      if (named.length === 1) return named[0];
    }
    return undefined;
  }

  /** Forgets what a write of this object may have changed; called before and after it. */
  written(name: string): void {
    this.listings.drop();
    this.adoption.written(name);
  }

  private async listByName(type: AviType, tenant: string, owner: string): Promise<ObjectsByName> {
    // @unverified avi/filter-by-owner
    const filter = isFiltered(type, owner) ? `&created_by=${encodeURIComponent(owner)}` : "";
    const byName = new Map<string, AviObject[]>();
    for (const existing of await this.api.list(type, `page_size=100&include_name=true${filter}`, tenant, describe(type, "list"))) {
      addTo(byName, existing.name, existing);
    }
    return byName;
  }
}

const keyOf = (type: AviType, { tenant }: ObjectScope, owner: string): string => JSON.stringify([type, tenant, owner]);

/** A filter that a type does not know makes its list empty instead of failing, so only the one that all know is used. */
const isFiltered = (type: AviType, owner: string): boolean => AVI_TYPES[type].ownerField === "created_by" && owner !== "";
