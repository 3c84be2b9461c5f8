/** Work that the server does a moment after a request, as the controllers beside a real one do. */
export class Chores {
  private readonly timers = new Set<NodeJS.Timeout>();

  later(work: () => void, ms = 0): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms);
    this.timers.add(timer.unref());
  }

  /** Nothing that waits will be done. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
