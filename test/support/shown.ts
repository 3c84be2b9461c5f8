import { showInputs } from "../../resources/hidden";
import { INVENTORY_HIDDEN } from "../../resources/inventory";

/** Inputs of the inventory that a component registers, hidden ones under their names. */
export const shownInventory = <T>(inputs: object | undefined): T => showInputs({ ...inputs }, INVENTORY_HIDDEN) as T;
