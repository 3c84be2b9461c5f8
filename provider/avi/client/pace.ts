import { sleep } from "../../lifecycle/wait";

/**
 * A token bucket: a second's worth of requests at once, then an even pace. The controller answers 429 to an address that
 * asks for more than about 32 requests a second.
 */
export class Pace {
  private nextFree = 0;

  /** `perSecond` 0 means no limit. */
  constructor(private readonly perSecond: number) {}

  /** Resolves when the next request may leave; requests leave in the order they asked. */
  async take(now: number = Date.now()): Promise<void> {
    if (this.perSecond <= 0) return;
    const interval = 1000 / this.perSecond;
    // Unused time is saved up for one second, no longer.
    this.nextFree = Math.max(this.nextFree + interval, now - 1000 + interval);
    const wait = this.nextFree - now;
    if (wait > 0) await sleep(wait);
  }
}
