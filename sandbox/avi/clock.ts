/** Microseconds since the epoch, strictly increasing, because `_last_modified` must differ after every write. */
export class MicrosecondClock {
  constructor(private last = 0) {}

  tick(): string {
    const now = Date.now() * 1000;
    this.last = now > this.last ? now : this.last + 1;
    return String(this.last);
  }

  /** What a restart must not fall behind. */
  current(): number {
    return this.last;
  }
}
