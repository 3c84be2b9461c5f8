import type { Clock } from "../../../../sdk/watch/terms/clock";

/** Time that a test moves. */
export class FakeClock implements Clock {
  private time = 0;
  private timers: { due: number; work: () => void }[] = [];

  now = () => this.time;
  random = () => 1;

  after = (ms: number, work: () => void) => {
    const timer = { due: this.time + ms, work };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  /** Moves on, timer by timer; what a timer began has time to come to rest. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await new Promise((done) => setImmediate(done));
      const [next] = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.due);
      next.work();
    }
    this.time = end;
  }
}
