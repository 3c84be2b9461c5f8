import type { SeededRandom } from "../../shared/random";

/** Mizar's own range, which is never given to anybody. */
const MIZAR_A = 20;

/** The ranges A.B.0.0/16 that Arktos gives to VPCs. */
export class VpcRanges {
  private readonly used = new Set<number>();
  private next: number;

  constructor(
    first: number,
    private readonly last: number,
    /** Addresses of the VPCs there are. */
    taken: string[],
  ) {
    this.next = first * 256;
    for (const ip of taken) {
      const [a = 0, b = 0] = ip.split(".").map(Number);
      if (a === MIZAR_A || a < first || a > last) continue;
      this.used.add(a * 256 + b);
      this.next = Math.max(this.next, a * 256 + b + 1);
    }
  }

  /** The one after the highest that was ever used; undefined when there is none left. */
  take(): string | undefined {
    for (;;) {
      if (Math.floor(this.next / 256) === MIZAR_A) this.next += 256;
      if (Math.floor(this.next / 256) > this.last) return undefined;
      const range = this.next++;
      if (this.used.has(range)) continue;
      this.used.add(range);
      return `${Math.floor(range / 256)}.${range % 256}.0.0`;
    }
  }
}

/** Any range: without the feature gate nobody looks whether it is taken. */
export function anyRange(random: Pick<SeededRandom, "hex">): string {
  const a = 11 + (Number.parseInt(random.hex(4), 16) % 89);
  return `${a === MIZAR_A ? MIZAR_A + 1 : a}.${Number.parseInt(random.hex(1), 16)}.0.0`;
}
