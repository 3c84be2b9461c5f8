// The work queue of the sandbox's operator: one item at a time, each when it is due.

/** Does one item of work after the other, each when it is due. An item that waits is never there twice. */
export class Queue {
  private readonly timers = new Map<string, { timer: NodeJS.Timeout; due: number }>();
  private readonly ready = new Set<string>();
  private busy: Promise<void> | undefined;
  private stopped = false;
  private started = false;

  /** `work` may ask for the item to come again in so many milliseconds. */
  constructor(private readonly work: (item: string) => Promise<number | undefined>) {}

  /** The earlier of two times counts. */
  add(item: string, inMs: number): void {
    if (this.stopped || this.ready.has(item)) return;
    const due = performance.now() + inMs;
    const waiting = this.timers.get(item);
    if (waiting && waiting.due <= due) return;
    clearTimeout(waiting?.timer);
    const timer = setTimeout(() => {
      this.timers.delete(item);
      this.ready.add(item);
      if (this.started) this.busy ??= this.run();
    }, inMs);
    this.timers.set(item, { timer: timer.unref(), due });
  }

  /** Nothing is done before. */
  start(): void {
    this.started = true;
    if (this.ready.size > 0) this.busy ??= this.run();
  }

  /** Ends after the item that is being worked on. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.ready.clear();
    await this.busy;
  }

  private async run(): Promise<void> {
    for (const item of this.ready) {
      this.ready.delete(item);
      const again = await this.work(item);
      if (again !== undefined) this.add(item, again);
    }
    this.busy = undefined;
  }
}
