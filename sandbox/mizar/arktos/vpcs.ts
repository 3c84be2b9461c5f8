import { type KubeObject, specText } from "../api/object";
import { PermanentFailure } from "../engine/failures";
import { type Context, NOTHING, type Step } from "../workflows/workflow";
import { anyRange, VpcRanges } from "./ranges";

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
