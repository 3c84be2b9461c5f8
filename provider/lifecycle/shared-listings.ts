// One list for many reads that happen at the same time.

import { sleep } from "./wait";

/** Reads that arrive within this time are answered together. */
const WINDOW_MS = 8;
/** For fewer reads a list of everything would cost more than it saves. */
const WORTH_A_LIST = 3;

interface Listing<T> {
  /** Reads asked for since the last list was dropped. */
  reads: number;
  taken?: Promise<T>;
  since: number;
}

/**
 * A refresh reads a thousand objects one by one, a server lists many at once. The reads of one phase share one list per key, which
 * any write of ours drops.
 */
export class SharedListings<T> {
  private readonly listings = new Map<string, Listing<T>>();

  /** @param holdsMs how long a list is good; 0: there are none */
  constructor(private readonly holdsMs: number) {}

  /** The list of this key; undefined where so few ask that each does better to ask for itself. */
  async of(key: string, take: () => Promise<T>): Promise<T | undefined> {
    if (this.holdsMs === 0) return undefined;
    const listing = this.current(key);
    listing.reads++;
    // who comes after the list was begun has nothing to wait for
    if (!listing.taken) await sleep(WINDOW_MS);
    if (listing.reads < WORTH_A_LIST) return undefined;
    listing.taken ??= take();
    return listing.taken;
  }

  /** Forgets everything; called before and after each write. */
  drop(): void {
    this.listings.clear();
  }

  private current(key: string): Listing<T> {
    const listing = this.listings.get(key);
    if (listing && performance.now() - listing.since < this.holdsMs) return listing;
    const fresh: Listing<T> = { reads: 0, since: performance.now() };
    this.listings.set(key, fresh);
    return fresh;
  }
}
