import type { AviType } from "../../../kinds/avi/inputs";
import type { JsonObject } from "../../lifecycle/sanitize";

/** One object, or one list of objects, of a kind. */
export interface Slot {
  /** The property that holds the body, or the bodies. */
  name: string;
  type: AviType;
  /** The property is a list of bodies. */
  many?: boolean;
  optional?: boolean;
  /** Another name needs a new resource: what refers to the object cannot be pointed elsewhere. */
  fixedName?: boolean;
  /** Others may come to use the object without our doing; when they do it stays at a delete. */
  shareable?: boolean;
  /** The name under which an import looks for the object, from that of the primary, where nothing refers to it. */
  nameFrom?(primary: string): string;
  /** Tells two slots of one type apart when objects are found by reference; default: every object fits. */
  fits?(live: JsonObject): boolean;
}

/**
 * A kind of resource that is a bundle of Avi objects. The order of the slots is the order of creation, what is referred to
 * before what refers to it; everything is deleted in the opposite order.
 */
export interface Bundle {
  /** As it stands in the state, without the namespace: `SniVS`. */
  name: string;
  /** The slot after which the resource is named; its id is `<tenant>/<name of that object>`. */
  primary: string;
  slots: readonly Slot[];
  /** Fields of the primary that a program may leave as they are (input `keep`). */
  keeps?: readonly string[];
}
