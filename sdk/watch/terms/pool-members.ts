// Reads and replaces the servers in the inputs of a resource.

import { kindOf } from "../../../resources";
import { listIn } from "../../../resources/json";
import type { PoolMembers, ResourceInputs } from "../../../resources/members";

/** True if a resource has servers that the endpoint sync writes: of this kind, and where pools may be elsewhere, with such inputs. */
export function hasMembers(type: string, ...inputs: readonly ResourceInputs[]): boolean {
  const members = kindOf(type)?.members;
  return members !== undefined && (!members.optional || inputs.some((one) => members.read(one).size > 0));
}

/** The servers of each pool. */
export const membersOf = (type: string, inputs: ResourceInputs): PoolMembers => kindOf(type)?.members?.read(inputs) ?? new Map();

/** The inputs with other servers in these pools. */
export const withMembers = (type: string, inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs =>
  kindOf(type)?.members?.write(inputs, members) ?? inputs;

/** The inputs in which these pools stay as the load balancer has them. */
export function withPreserved(type: string, inputs: ResourceInputs, pools: readonly string[]): ResourceInputs {
  const field = kindOf(type)?.members?.keepsIn;
  if (pools.length === 0 || field === undefined) return inputs;
  return { ...inputs, [field]: [...new Set([...listIn(inputs[field]), ...pools])] };
}
