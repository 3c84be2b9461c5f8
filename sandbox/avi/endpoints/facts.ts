import { asArray, asObject, type Json, type JsonObject, text } from "../../shared/json";
import type { Controller } from "../controller";
import { modelForPath } from "../crud";
import { type AviRequest, type AviResponse, baseOf, json } from "../http";
import { listObjects } from "../list";
import type { Scope } from "../state";

/** Read-only answers about the controller that clients ask for on the way. */
export function facts(controller: Controller, request: AviRequest, scope: Scope): AviResponse | undefined {
  if (request.method !== "GET") return undefined;
  const path = request.path.replace(/^\/api\//, "");
  switch (path) {
    case "ipamdnsproviderprofiledomainlist":
      return json(200, { domains: controller.settings.dnsDomains });
    case "licenseusage":
      return json(200, { licensed_cores: 1, consumed_cores: 0, tier: "ENTERPRISE", license_id: "sandbox" });
    case "systemlimits":
      return json(200, { url: `${baseOf(request)}/api/systemlimits`, uuid: "default", controller_limits: {}, serviceengine_limits: {} });
    case "vimgrnwruntime":
    case "vimgrvmruntime":
    case "serviceengine":
    case "alert":
      return json(200, { count: 0, results: [] });
    case "virtualservice-inventory":
    case "pool-inventory":
    case "vsvip-inventory":
    case "poolgroup-inventory":
      return json(200, inventory(controller, request, scope, path.replace("-inventory", "")));
    default:
      return path.startsWith("analytics/") ? json(200, metrics(request)) : undefined;
  }
}

function inventory(controller: Controller, request: AviRequest, scope: Scope, type: string): JsonObject {
  const view = { base: baseOf(request), version: scope.version, names: request.query.flag("include_name") };
  const listed = listObjects(controller.state, modelForPath(type), request.query, scope, view);
  const results = asArray(listed.results).map((config): Json => {
    const { uuid, url } = asObject(config);
    return {
      uuid: text(uuid),
      url: text(url),
      config,
      runtime: { oper_status: { state: "OPER_UP" } },
      health_score: { health_score: 100 },
      alert: { low: 0 },
      faults: {},
      has_pool_with_realtime_metrics: false,
    };
  });
  return { ...listed, results };
}

/** One flat series per metric asked for. */
function metrics(request: AviRequest): JsonObject {
  const ids = (request.query.get("metric_id") ?? "").split(",");
  const steps = Math.min(Math.max(Number(request.query.get("limit") ?? 1) || 1, 1), 1000);
  const step = Number(request.query.get("step") ?? 300) || 300;
  const entity = request.query.get("obj_id") ?? "controller";
  const series = ids.map((name) => ({
    header: { name, entity_uuid: entity, statistics: { mean: 1, min: 1, max: 1, sum: steps, num_samples: steps } },
    data: Array.from({ length: steps }, (_, i) => ({ timestamp: new Date(i * step * 1000).toISOString(), value: 1 })),
  }));
  return { count: 1, results: [{ entity_uuid: entity, step, limit: steps, series }], metric_id: ids.join(",") };
}
