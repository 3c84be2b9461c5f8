// Test controls of the Avi sandbox under `/_lab/`.
import { type FaultRule, parseFault } from "../shared/fault-rule";
import { json } from "../shared/http";
import { type JsonObject, text } from "../shared/json";
import type { Controller } from "./exchange";
import { AviError, type AviRequest, type AviResponse, bodyObject, failure } from "./http";
import { reportServer } from "./runtime";

/** The test controls under `/_lab/`: no login, because the sandbox listens on loopback only. */
export function lab(controller: Controller, request: AviRequest): AviResponse {
  const verb = request.path.slice("/_lab/".length);
  switch (`${request.method} ${verb}`) {
    case "POST reset":
      controller.reset();
      return json(200, { reset: true });
    case "GET calls": {
      const calls = controller.front.calls.list();
      return json(200, { count: calls.length, writes: calls.filter((call) => isWrite(call.method, call.path)).length, calls });
    }
    case "DELETE calls":
      controller.front.calls.clear();
      return json(200, { count: 0 });
    case "POST fault":
      return addFault(controller, request);
    case "POST server":
      return withRefusals(() => reportServer(controller, request));
    case "DELETE fault":
      controller.front.faults.clear();
      return json(200, { faults: 0 });
    default:
      return failure(new AviError(404, `Not Found: ${request.path}`));
  }
}

function isWrite(method: string, path: string): boolean {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(method) && path.includes("/api/");
}

function withRefusals(work: () => AviResponse): AviResponse {
  try {
    return work();
  } catch (error) {
    if (error instanceof AviError) return failure(error);
    throw error;
  }
}

function addFault(controller: Controller, request: AviRequest): AviResponse {
  try {
    const body = bodyObject(request);
    const rule = typeof body.rule === "string" ? parseFault(text(body.rule)) : (body as unknown as FaultRule);
    controller.front.faults.add(rule);
    return json(200, { faults: controller.front.faults.size() });
  } catch (error) {
    if (error instanceof AviError) return failure(error);
    return failure(new AviError(400, error instanceof Error ? error.message : String(error)));
  }
}

/** Direct access to the objects of a controller, past every check: for tests that change things behind a client's back. */
export interface Inspection {
  /** All objects of a type, references as `/api/<type>/<uuid>`. */
  list(type: string): JsonObject[];
  get(type: string, name: string): JsonObject | undefined;
  /** Replaces or adds an object as it is; `uuid` is made up where absent. */
  put(type: string, object: JsonObject): JsonObject;
  /** Changes some fields of a named object. */
  patch(type: string, name: string, fields: JsonObject): JsonObject;
  /** Removes a named object, even if others refer to it. */
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
      if (object) controller.state.store.remove(type, text(object.uuid));
      return object !== undefined;
    },
  };
}
