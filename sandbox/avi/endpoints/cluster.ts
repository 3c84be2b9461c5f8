import type { JsonObject } from "../../shared/json";
import type { Controller } from "../controller";
import { methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, baseOf, json } from "../http";
import { versionInfo } from "../versions-info";

const UUID = "cluster-00000000-0000-4000-8000-000000000001";
const NODE = "127.0.0.1";
const UP_SINCE = "2024-01-01 00:00:00";

/** One node that has always been up: a change of leader or `up_since` makes clients restart. */
export function clusterStatus(): JsonObject {
  return {
    cluster_state: { state: "CLUSTER_UP_NO_HA", progress: 100, up_since: UP_SINCE },
    node_states: [{ name: NODE, role: "CLUSTER_LEADER", state: "CLUSTER_ACTIVE", mgmt_ip: NODE, up_since: UP_SINCE }],
  };
}

export function cluster(controller: Controller, request: AviRequest): AviResponse | undefined {
  const [, api, first, second] = request.path.split("/");
  if (api !== "api" || first !== "cluster") return undefined;
  if (request.method !== "GET") throw methodNotAllowed(request.method);
  switch (second) {
    case undefined: {
      const nodes = [{ name: NODE, ip: { addr: NODE, type: "V4" }, vm_uuid: "sandbox", vm_hostname: NODE }];
      const url = `${baseOf(request)}/api/cluster`;
      return json(200, { url, uuid: UUID, name: "cluster-0-1", tenant_ref: `${baseOf(request)}/api/tenant/admin`, nodes });
    }
    case "runtime":
      return json(200, {
        node_info: { uuid: UUID, version: controller.settings.version, cluster_uuid: UUID, mgmt_ip: NODE },
        ...clusterStatus(),
      });
    case "version":
      return json(200, versionInfo(controller.settings.version));
    case "status":
      return json(200, clusterStatus());
    default:
      return undefined;
  }
}
