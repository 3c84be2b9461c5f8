// A random generator with a seed, so that runs with one seed give the same uuids.

/** A small seeded generator (mulberry32), so that two runs with the same seed hand out the same uuids. */
export class SeededRandom {
  constructor(private state: number) {}

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  hex(bytes: number): string {
    let out = "";
    for (let i = 0; i < bytes; i++) out += (this.next() & 0xff).toString(16).padStart(2, "0");
    return out;
  }

  uuid4(): string {
    const h = this.hex(16);
    const variant = ((Number.parseInt(h.charAt(16), 16) & 0x3) | 0x8).toString(16);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
  }

  position(): number {
    return this.state;
  }

  /** Goes on where another one was. */
  continueAt(position: number): void {
    this.state = position;
  }
}
