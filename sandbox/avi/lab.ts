import { type FaultRule, parseFault } from "../shared/fault-rule";
import { text } from "../shared/json";
import type { Controller } from "./controller";
import { AviError } from "./errors";
import { type AviRequest, type AviResponse, bodyObject, failure, json } from "./http";

/** The test controls under `/_lab/`: no login, because the sandbox listens on loopback only. */
export function lab(controller: Controller, request: AviRequest): AviResponse {
  const verb = request.path.slice("/_lab/".length);
  switch (`${request.method} ${verb}`) {
    case "POST reset":
      controller.reset();
      return json(200, { reset: true });
    case "GET calls": {
      const calls = controller.calls.list();
      return json(200, { count: calls.length, writes: calls.filter((call) => isWrite(call.method, call.path)).length, calls });
    }
    case "DELETE calls":
      controller.calls.clear();
      return json(200, { count: 0 });
    case "POST fault":
      return addFault(controller, request);
    case "DELETE fault":
      controller.faults.clear();
      return json(200, { faults: 0 });
    default:
      return failure(new AviError(404, `Not Found: ${request.path}`));
  }
}

function isWrite(method: string, path: string): boolean {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(method) && path.includes("/api/");
}

function addFault(controller: Controller, request: AviRequest): AviResponse {
  try {
    const body = bodyObject(request);
    const rule = typeof body.rule === "string" ? parseFault(text(body.rule)) : (body as unknown as FaultRule);
    controller.faults.add(rule);
    return json(200, { faults: controller.faults.size() });
  } catch (error) {
    if (error instanceof AviError) return failure(error);
    return failure(new AviError(400, error instanceof Error ? error.message : String(error)));
  }
}
