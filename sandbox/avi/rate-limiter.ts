/** Requests above the rate wait; when too many wait, the rest are refused. One bucket is enough: all our clients share one address. */
export class RateLimiter {
  private readonly queueLimit = 64;
  private next = 0;

  constructor(private readonly perSecond: number | "off") {}

  /** Resolves to false when the request is to be answered with 429. */
  async admit(): Promise<boolean> {
    if (this.perSecond === "off") return true;
    const now = Date.now();
    const interval = 1000 / this.perSecond;
    const burst = this.perSecond; // a second's worth may come at once
    const due = Math.max(this.next, now - burst * interval) + interval;
    const wait = due - now;
    if (wait > this.queueLimit * interval) return false;
    this.next = due;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return true;
  }
}
