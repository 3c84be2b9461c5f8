// States and reasons of servers in the answers of an Avi controller.

import { type ServerHealth, type ServerState, serverName } from "../../requests/health/health";
import { textIn } from "../../resources/json";
import { addTo } from "../../resources/lists";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";

const STATES: { readonly [state: string]: ServerState } = {
  OPER_UP: "up",
  OPER_DOWN: "down",
  OPER_FAILED: "down",
  OPER_ERROR_DISABLED: "down",
  OPER_DISABLED: "disabled",
  OPER_DISABLING: "draining",
};

/** State of an object of Avi, `OPER_UP`; those that are on their way or not in use are not known. */
export const stateOf = (status: unknown): ServerState => STATES[textIn(recordOf(status).state)] ?? "unknown";

/**
 * Reason of a state, in the words of the controller; undefined where it gives none.
 *
 * @unverified avi/reasons
 */
export function reasonIn(status: unknown): string | undefined {
  const { reason, reason_code_string: code, state } = recordOf(status);
  const texts = (Array.isArray(reason) ? reason : [reason]).filter((one): one is string => typeof one === "string" && one.trim() !== "");
  if (texts.length > 0) return [...new Set(texts.map((text) => text.trim()))].join("; ");
  if (typeof code === "string" && code !== "") return code;
  return STATES[textIn(state)] === undefined ? `its state is ${textIn(state) || "not in the answer"}` : undefined;
}

/**
 * Servers of a runtime answer. Each service engine has an opinion of its own: a server gets requests from those that have it up.
 *
 * @param entries `{ ip_addr: { addr }, port, oper_status: { state, reason }, health_monitor_list, se_uuid }`
 */
export function serversIn(entries: readonly JsonObject[], defaultPort: number): ServerHealth[] {
  const opinions = new Map<string, ServerHealth[]>();
  for (const entry of entries) {
    const address = textIn(recordOf(entry.ip_addr).addr);
    if (address === "") continue;
    const port = typeof entry.port === "number" ? entry.port : defaultPort;
    const state = stateOf(entry.oper_status);
    const reason = state === "up" ? undefined : (monitorReason(entry) ?? reasonIn(entry.oper_status));
    const server: ServerHealth = { address, port, state, ...(reason === undefined ? {} : { reason }) };
    addTo(opinions, serverName(server), server);
  }
  return [...opinions.values()].map(agreed);
}

function agreed(opinions: readonly ServerHealth[]): ServerHealth {
  const [first] = opinions as readonly [ServerHealth, ...ServerHealth[]];
  const up = opinions.find(({ state }) => state === "up");
  const other = opinions.find(({ state }) => state !== "up");
  if (!up || !other) return first;
  const count = opinions.filter(({ state }) => state !== "up").length;
  const why = other.reason === undefined ? "" : `: ${other.reason}`;
  return { ...up, reason: `${other.state} on ${count} of ${opinions.length} service engines${why}` };
}

/** Reasons of the monitors that fail, each behind the name of its monitor: `System-HTTP: ...`. */
function monitorReason({ health_monitor_list: list }: JsonObject): string | undefined {
  const monitors = recordOf(list).health_monitor;
  const failing = (Array.isArray(monitors) ? monitors : []).map(recordOf).filter((one) => STATES[textIn(one.state)] !== "up");
  const texts = failing.flatMap(({ name, reason, failure_code: code }) => {
    const what = textIn(reason) || textIn(code);
    return what === "" ? [] : [name ? `${textIn(name)}: ${what}` : what];
  });
  return texts.length === 0 ? undefined : [...new Set(texts)].join("; ");
}

const recordOf = (value: unknown): { readonly [key: string]: unknown } => (isObject(value as JsonObject) ? (value as JsonObject) : {});
