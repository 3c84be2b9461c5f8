// The inputs of an inventory that the checks of a preview read.

import type { InventoryInputs } from "../../../resources/inventory";
import type { Known } from "../check";

/** Inputs of a program, as far as preview knows them, or those that a state remembers. */
export interface GuardedInputs extends Known<InventoryInputs> {
  /** A name that preview cannot know could be any of the missing ones. */
  open?: boolean;
}
