// Types of the arguments of Mizar components, and those that each resource gets.

import { ARKTOS_NETWORK, PLACED_SERVICE } from "../../../../resources/mizar/objects";
import type { SpecComponentArgs } from "../../../components/component";
import type { MizarSettingsArgs } from "../../../components/settings";
import type { PlannedResource } from "../../../plan";

/** Arguments of all components of Mizar. */
export interface MizarComponentArgs extends SpecComponentArgs {
  /** tenant, defaultNetwork, disjointVpcs (docs/mizar.md lists all). */
  settings?: MizarSettingsArgs;
  /**
   * Wait until Arktos calls each Network Ready. Only Arktos does; a default Network with ipam External never gets there.
   * @default false
   */
  waitForNetworks?: boolean;
  /**
   * Wait until Mizar has made the scaled endpoint of each Service.
   * @default true
   */
  waitForEndpoints?: boolean;
  /** Seconds to wait for the operator. @default `mizar:provisionTimeout`, else 300 */
  provisionTimeout?: number;
  /** Seconds to wait until a deleted object is gone. @default `mizar:deleteTimeout`, else 120 */
  deleteTimeout?: number;
  /**
   * Take the finalizers of Mizar and Arktos away from objects that are not gone `deleteTimeout` after their deletion. The subnets of
   * today's Mizar go in no other way.
   * @default false
   */
  forceFinalizerRemoval?: boolean;
}

/** Arguments of a component that each of its resources gets. */
export function resourceArguments(args: MizarComponentArgs, { kind }: PlannedResource): object {
  const { adopt, provisionTimeout, deleteTimeout, forceFinalizerRemoval, waitForNetworks, waitForEndpoints } = args;
  const waits =
    (kind === ARKTOS_NETWORK.type && waitForNetworks && { waitFor: "Ready" }) ||
    (kind === PLACED_SERVICE.type && waitForEndpoints === false && { waitFor: "none" });
  return { adopt, provisionTimeout, deleteTimeout, forceFinalizerRemoval, ...(waits || {}) };
}
