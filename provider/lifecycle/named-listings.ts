// One list for many objects that are read by name.

import { SharedListings } from "./shared-listings";

/** One list, and when it was begun. */
interface ListedByName<V> {
  begun: number;
  byName: ReadonlyMap<string, V>;
}

/**
 * Objects by name, from lists that serve a whole run. A write drops no list: the name that it touched is asked for by itself from then on,
 * and all others are still as they were listed.
 */
export class NamedListings<V> {
  private readonly listings: SharedListings<ListedByName<V> | undefined>;
  /** When a name was written last. */
  private readonly touched = new Map<string, number>();
  /** Counts lists and writes; two events never have the same number. */
  private moment = 0;

  /** @param holdsMs how long a list is good; 0: there are none */
  constructor(holdsMs: number) {
    this.listings = new SharedListings(holdsMs);
  }

  /**
   * Undefined where the name has to be asked for by itself: so few ask that a list costs more, there is none, or the name was written since.
   *
   * @param take a list of everything by name; undefined where the user may not list
   */
  async of(place: string, name: string, take: () => Promise<ReadonlyMap<string, V> | undefined>): Promise<{ found?: V } | undefined> {
    const listing = await this.listings.of(place, async () => {
      const begun = ++this.moment;
      const byName = await take();
      return byName && { begun, byName };
    });
    if (!listing || (this.touched.get(name) ?? 0) > listing.begun) return undefined;
    return { found: listing.byName.get(name) };
  }

  /** A write touches this name; called before and after it. */
  written(name: string): void {
    this.touched.set(name, ++this.moment);
  }
}
