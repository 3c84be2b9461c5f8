import { type JsonObject, text } from "../shared/json";
import type { Controller } from "./controller";

/** Direct access to the objects of a controller, past every check: for tests that change things behind a client's back. */
export interface Inspection {
  /** All objects of a type, references as `/api/<type>/<uuid>`. */
  list(type: string): JsonObject[];
  get(type: string, name: string): JsonObject | undefined;
  /** Replaces or adds an object as it is; `uuid` is made up where absent. */
  put(type: string, object: JsonObject): JsonObject;
  /** Changes some fields of a named object. */
  patch(type: string, name: string, fields: JsonObject): JsonObject;
  /** Removes a named object, whatever refers to it. */
  remove(type: string, name: string): boolean;
}

export function inspect(controller: Controller): Inspection {
  const get = (type: string, name: string) => controller.state.store.named(type, name)[0];
  const put = (type: string, object: JsonObject): JsonObject => {
    const { state } = controller;
    const stored = { ...structuredClone(object), uuid: object.uuid ?? state.newUuid(type), _last_modified: state.clock.tick() };
    state.store.put(type, stored);
    return structuredClone(stored);
  };
  return {
    list: (type) => structuredClone(controller.state.store.list(type)),
    get: (type, name) => structuredClone(get(type, name)),
    put,
    patch(type, name, fields) {
      const object = get(type, name);
      if (!object) throw new Error(`the sandbox has no ${type} '${name}'`);
      return put(type, { ...object, ...fields });
    },
    remove(type, name) {
      const object = get(type, name);
      if (object) controller.state.store.delete(type, text(object.uuid));
      return object !== undefined;
    },
  };
}
