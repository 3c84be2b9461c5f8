import type { SeededRandom } from "../../shared/random";
import { type KubeObject, specText } from "../api/kinds";
import { PermanentFailure } from "../engine/failures";
import { type Context, NOTHING, type Step } from "../workflows/workflow";

const NO_OVERLAP = "MizarVPCRangeNoOverlap";

/** What Arktos' controller of mizar Networks keeps in memory. */
export class NetworkMemory {
  /** Networks it has seen; it looks at each one once. */
  readonly seen = new Set<string>();
  ranges: VpcRanges | undefined;
}

/** Makes the Vpc and Subnet of a mizar Network. A change of the Network is never looked at, and nothing takes them away again. */
export function makeVpc(network: KubeObject, context: Context, memory: NetworkMemory): Step {
  const uid = network.metadata.uid ?? "";
  const name = specText(network, "vpcID");
  if (memory.seen.has(uid) || network.spec.type !== "mizar" || network.metadata.deletionTimestamp) return NOTHING;
  const ip = rangeFor(context, memory);
  if (ip === undefined) {
    memory.seen.add(uid);
    throw new PermanentFailure("Mizar VPC range exhausted");
  }
  const vpc = { ip, prefix: "16", dividers: 1, status: "Init" };
  // the number of bouncers goes out under the wrong key, and the range is the new one even where the Vpc was there before
  const subnet = { ip, prefix: "18", dividers: 1, vpc: name, status: "Init" };
  return {
    actions: [
      { create: { kind: "Vpc", metadata: { name }, spec: vpc }, unlessThere: true },
      { create: { kind: "Subnet", metadata: { name: `${name}-subnet` }, spec: subnet }, unlessThere: true },
    ],
    remember: () => void memory.seen.add(uid),
    again: context.settings.delayMs,
  };
}

function rangeFor({ settings, world, random }: Context, memory: NetworkMemory): string | undefined {
  if (!settings.featureGates[NO_OVERLAP]) return anyRange(random);
  const taken = () => world.owned("Vpc").map((vpc) => specText(vpc, "ip"));
  memory.ranges ??= new VpcRanges(settings.vpcRange[0], settings.vpcRange[1], taken());
  return memory.ranges.take();
}

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
