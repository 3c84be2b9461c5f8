// Objects that an administrator may change, for tests that change them by hand.

import type { JsonObject } from "./bodies/json";
import type { ConfigSource } from "./handler";

/** An object on a server that an administrator can change. */
export interface Editable {
  readonly name: string;
  readonly body: JsonObject;
  /** @param changed the fields of the edited body that have another value now */
  write(edited: JsonObject, changed: JsonObject): Promise<unknown>;
}

/** Changes by hand, as `k8s-lb sandbox edit` makes them. */
export interface EditableObjects {
  /** Types of objects, as people write them: `pool`. */
  readonly types: readonly string[];
  /** Lists the objects of one of these types. */
  objects(config: ConfigSource, type: string): Promise<Editable[]>;
}
