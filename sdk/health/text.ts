// The table of `k8s-lb status`, and the line below it.

import { countText, faultTexts } from "../../requests/health/words";
import type { StatusRow } from "./report";

/** Limit of named routes without a server. */
const NAMED = 3;

/** Head of the table of `k8s-lb status`. */
export const STATUS_HEAD = ["OBJECT", "STATE", "SERVERS", "SPEC", "SERVED BY", "REASON"] as const;

/** Cells of one row. */
export const statusCells = (row: StatusRow): string[] => [
  row.object,
  row.state,
  countText(row.servers),
  specText(row),
  row.addresses.map(({ name }) => name).join(", "),
  whyText(row),
];

const specText = ({ spec: { state, findings } }: StatusRow): string => {
  const count = findings === 0 ? "" : `${findings} finding${findings === 1 ? "" : "s"}`;
  if (state === "findings") return count;
  return count === "" ? state : `${state}, ${count}`;
};

/** Reasons, worst first: addresses, routes without a server, servers. */
export function whyText({ addresses, routes, servers }: StatusRow): string {
  const broken = addresses.filter(({ state }) => state !== "up" && state !== "degraded");
  const ofAddresses = broken.map(({ name, state, reason }) => `${name} ${state}${reason === undefined ? "" : `: ${reason}`}`);
  const down = routes.filter(({ state }) => state === "down").map(({ route }) => route);
  const more = down.length > NAMED ? ` and ${down.length - NAMED} more` : "";
  const ofRoutes = down.length > 0 ? [`no server up for ${down.slice(0, NAMED).join(", ")}${more}`] : [];
  return [...ofAddresses, ...ofRoutes, ...faultTexts(servers)].join("; ");
}

/** The last line: `1 of 3 objects has a route without a server.` */
export function summaryText(rows: readonly StatusRow[]): string {
  const down = rows.filter(({ state }) => state === "down").length;
  const noun = rows.length === 1 ? "object" : "objects";
  const unknown = rows.filter(({ state }) => state === "unknown").length;
  const rest = unknown > 0 ? `The servers of ${unknown} of ${rows.length} ${noun} are not known.` : "";
  if (down === 0) return rest || `Each route of ${rows.length} ${noun} has a server.`;
  return `${down} of ${rows.length} ${noun} ${down === 1 ? "has" : "have"} a route without a server.${rest && ` ${rest}`}`;
}
