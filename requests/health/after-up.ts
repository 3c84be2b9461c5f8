// Facts that a component hands to its summary for a reading of its servers after `up`: rules with their pools, and bodies without any secret.

import { compressed } from "../../resources/compressed";
import { jsonOr } from "../../resources/hidden";
import { isRecord, listIn } from "../../resources/json";
import type { RoutingTable } from "../table/routing-table";

/** A resource as far as readers of health need it. */
export interface HealthResource {
  readonly kind: string;
  readonly name: string;
  readonly inputs: { readonly [property: string]: unknown };
}

/** Everything that a look at the servers of a component needs besides the connection. */
export interface HealthQuery {
  /** The routing table, with the owners and pools of rules. */
  readonly rules: RoutingTable;
  readonly planned: readonly HealthResource[];
  /** Longest wait, s. Default: the time that the monitors of the servers need. */
  readonly most?: number;
}

/** Fields of bodies that readers of health look at, at any depth. Nothing else of a body leaves the program. */
const FIELDS = [
  ...["name", "type", "tenant_ref", "enabled", "servers", "ip", "addr", "port", "default_server_port", "health_monitor_refs"],
  ...["services", "vh_type", "send_interval", "receive_timeout", "successful_checks"],
  ...["id", "admin_state_up", "listeners", "protocol_port", "default_pool", "l7policies", "redirect_pool", "pools", "members", "address"],
  ...["healthmonitor", "delay", "timeout", "max_retries"],
];

/** The query as text. */
export function healthText({ rules, planned, most }: HealthQuery): string {
  const resources = planned.map(({ kind, name, inputs }) => ({ kind, name, inputs: bodiesIn(inputs) }));
  return compressed(JSON.stringify({ rules, planned: resources, ...(most === undefined ? {} : { most }) }));
}

/** Bodies of a resource, and lists of them, with the fields that count. */
function bodiesIn(inputs: HealthResource["inputs"]): HealthResource["inputs"] {
  const bodies = Object.entries(inputs).filter(([, value]) => typeof value === "object" && value !== null);
  return Object.fromEntries(bodies.map(([input, value]) => [input, JSON.parse(JSON.stringify(value, FIELDS))]));
}

/** The reverse of {@link healthText}; undefined for anything else. */
export function healthQueryIn(text: unknown): HealthQuery | undefined {
  const asked = typeof text === "string" ? jsonOr(text, undefined) : undefined;
  if (!isRecord(asked) || !isRecord(asked.rules) || !Array.isArray(asked.rules.addresses)) return undefined;
  const { rules, planned, most } = asked;
  return {
    rules: rules as unknown as RoutingTable,
    planned: listIn(planned) as readonly HealthResource[],
    ...(typeof most === "number" ? { most } : {}),
  };
}
