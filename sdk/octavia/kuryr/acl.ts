/**
 * What a listener gets so that only these networks may connect: `null` leaves it open, an empty list closes it altogether,
 * because Octavia takes an empty list as "everybody" (octavia.md 3.1).
 *
 * @example
 * ```ts
 * import { listenerAcl } from "pulumi-k8s-lb";
 *
 * console.log(listenerAcl([])); // { allowed_cidrs: [], admin_state_up: false }
 * ```
 */
export function listenerAcl(networks: readonly string[] | null): { allowed_cidrs: string[] | null; admin_state_up: boolean } {
  return { allowed_cidrs: networks && [...networks], admin_state_up: networks === null || networks.length > 0 };
}
