// Nonces of components: they tell apart two runs that use the same owner mark.

import { randomUUID } from "node:crypto";
import { identityIn } from "../../resources/identity";
import type { Properties } from "./bodies/json";

/** The output of an inventory that holds its nonce; the engine shows no property that begins so. */
export const NONCE = "__nonce";

/** A nonce for a component whose state begins now. Two states that begin at once under one name differ in it. */
export const newNonce = (): string => randomUUID().replaceAll("-", "").slice(0, 12);

/**
 * By place and mark, the nonces of the inventories that a run has created, or compared with its state. An inventory precedes everything
 * else of its component, so a create finds the nonce here. A run with `--target` may leave the inventory out, and then it is not known.
 */
export class RunNonces {
  private readonly nonceByMark = new Map<string, string>();

  /** Notes the nonce that the state of an inventory holds, for what its component creates in this run. */
  note(target: string, inventory: Properties, state: Properties): void {
    const nonce = state[NONCE];
    if (typeof nonce === "string") this.nonceByMark.set(keyOf(target, inventory, inventory.owner), nonce);
  }

  /** The nonce to write beside a mark; empty where no inventory of this run has one. */
  of(target: string, resource: Properties, owner: string): string {
    return this.nonceByMark.get(keyOf(target, resource, owner)) ?? "";
  }
}

/** Components of two types may share a name, and with it a mark: the types above a resource, in its URN, tell them apart. */
function keyOf(target: string, properties: Properties, owner: unknown): string {
  const [, , types = ""] = identityIn(properties).urn.split("::");
  return JSON.stringify([target, types.split("$").slice(0, -1), owner]);
}
