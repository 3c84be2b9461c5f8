import { formatAddress } from "../../kinds/mizar/range";
import { isRecord, type Pod } from "../specs";
import type { Seat } from "./assign";
import { type Home, SUBNET_ANNOTATION, VPC_ANNOTATION } from "./homes";

const USER_INPUT_ANNOTATION = "mizar.futurewei.com/network_user_input";
const READINESS_ANNOTATION = "arktos.futurewei.com/network-readiness";

/** The annotations that a placement writes. */
const WRITTEN = [READINESS_ANNOTATION, USER_INPUT_ANNOTATION, VPC_ANNOTATION, SUBNET_ANNOTATION];

/** Of a placed Pod's annotations those that its placement wrote: what a Pod that exists already is told. */
export function placementIn(annotations: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => WRITTEN.includes(name)));
}

/** The addresses that an earlier placement wrote down, by interface. */
export function userInput(pod: Pod): (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(pod.meta.annotations[USER_INPUT_ANNOTATION] ?? "null");
    return [value].flat().map((entry) => (isRecord(entry) && typeof entry.ip === "string" ? entry.ip : undefined));
  } catch {
    return [];
  }
}

/**
 * The Pod's annotations after its placement (seed 161-162, 205-213), what it asked for as it was. Under `vpc` stands the name of
 * the Network, as in the seed's example. The last two place the Pod with today's Mizar (mizar.md 0).
 */
export function placedAnnotations(pod: Pod, home: Home, seats: readonly Seat[]): Record<string, string> {
  const inputs = seats.map(({ subnet, ip }) => ({ vpc: home.network?.name ?? home.vpc.name, net: subnet.name, ip: formatAddress(ip) }));
  return {
    ...pod.meta.annotations,
    [READINESS_ANNOTATION]: "true",
    [USER_INPUT_ANNOTATION]: JSON.stringify(inputs.length === 1 ? inputs[0] : inputs),
    [VPC_ANNOTATION]: home.vpc.name,
    [SUBNET_ANNOTATION]: seats[0]!.subnet.name,
  };
}
