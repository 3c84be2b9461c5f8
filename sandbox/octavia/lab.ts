// Test controls of the Octavia sandbox.
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asArray, isObject, type Json, type JsonObject, parseObject, text } from "../shared/json";
import { heartbeat } from "./heartbeat";
import type { VipPort } from "./network";
import { type OctaviaService, removeRow } from "./service";
import type { OctaviaKind } from "./store";

/** Lists of the status interface, children first. */
const KINDS: [list: string, kind: OctaviaKind][] = [
  ["members", "member"],
  ["healthmonitors", "healthmonitor"],
  ["pools", "pool"],
  ["l7rules", "l7rule"],
  ["l7policies", "l7policy"],
  ["listeners", "listener"],
  ["loadbalancers", "loadbalancer"],
];

const STATUSES = ["ACTIVE", "ALLOCATED", "BOOTING", "READY", "PENDING_DELETE", "PENDING_CREATE", "PENDING_UPDATE", "DELETED", "ERROR"];
const HEALTH = ["ONLINE", "OFFLINE", "DEGRADED", "ERROR", "DRAINING", "NO_MONITOR"];

const fits = (value: Json | undefined, words: string[]): boolean => !value || words.includes(text(value));

/** Test controls, those of the real server's start script and the heartbeat of amphorae: no token needed, the sandbox listens on loopback only. */
export function lab(octavia: OctaviaService, request: HttpRequest, announcePort: (port: VipPort) => void, reset: () => void): HttpResponse {
  const body = parseObject(request.body) ?? {};
  switch (request.written.split("?")[0]) {
    case "/_lab/status":
      return json(200, setStatuses(octavia, body));
    case "/_lab/heartbeat":
      return json(200, heartbeat(octavia, body));
    case "/_lab/delay":
      octavia.worker.delayMs = Number(body.seconds) * 1000;
      return json(200, {});
    case "/_lab/reset":
      reset();
      return json(200, {});
    case "/_lab/port":
      announcePort(body as unknown as VipPort);
      return json(200, {});
    default:
      return json(404, { error: `no control ${request.written}` });
  }
}

/** Applies the report of a provider's driver: new states of objects. DELETED removes all kinds except load balancers. */
function setStatuses(octavia: OctaviaService, body: JsonObject): JsonObject {
  for (const [list, kind] of KINDS) {
    for (const record of asArray(body[list]).filter(isObject)) {
      const fault = octavia.store.transaction(() => setStatus(octavia, kind, record));
      if (fault) return { status_code: 500, fault_string: fault, status_object: list, status_object_id: record.id ?? null };
    }
  }
  return { status_code: 200 };
}

function setStatus(octavia: OctaviaService, kind: OctaviaKind, record: JsonObject): string | undefined {
  if (record.id === undefined) return "'id'";
  const row = octavia.store.get(kind, text(record.id));
  const status = record.provisioning_status;
  // an update of missing rows changes nothing and is not an error
  if (!row) return status === "DELETED" && kind === "loadbalancer" ? "'NoneType' object has no attribute 'vip'" : undefined;
  if (!fits(status, STATUSES) || !fits(record.operating_status, HEALTH)) return "FOREIGN KEY constraint failed";
  if (status === "DELETED" && kind !== "loadbalancer") {
    removeRow(octavia, kind, row);
    return undefined;
  }
  const update: JsonObject = {};
  if (status) update.provisioning_status = status;
  if (record.operating_status) update.operating_status = record.operating_status;
  if (Object.keys(update).length > 0) octavia.update(kind, row.id, update);
  if (status === "DELETED") octavia.network.release(row);
  return undefined;
}
