// Health of servers in words: counts, and servers that are not up with their reasons.

import { reasonOf } from "../../resources/diagnostic";
import { addTo } from "../../resources/lists";
import { type ServerHealth, serverName, worstFirst } from "./health";

/** Limit of named servers that are not up. */
const NAMED = 3;

/** `2 of 3 up; 10.0.0.3:8080 down: GET / answered 503`, `3 servers, not monitored`, `no server`. */
export function serversText(servers: readonly ServerHealth[]): string {
  const [first, ...named] = [countText(servers), ...faultTexts(servers)];
  return [first, ...named].join("; ");
}

/** `2 of 3 up`; servers without a monitor are counted separately. */
export function countText(servers: readonly ServerHealth[]): string {
  if (servers.length === 0) return "no server";
  const count = (state: ServerHealth["state"]) => servers.filter((one) => one.state === state).length;
  const [unmonitored, up] = [count("unmonitored"), count("up")];
  if (unmonitored === servers.length) return `${servers.length} ${servers.length === 1 ? "server" : "servers"}, not monitored`;
  return `${up} of ${servers.length} up${unmonitored > 0 ? `, ${unmonitored} not monitored` : ""}`;
}

/** Servers that are neither up nor unmonitored, grouped by state and reason. */
export function faultTexts(servers: readonly ServerHealth[]): string[] {
  const groups = new Map<string, string[]>();
  for (const server of worstFirst(servers)) {
    if (server.state === "up" || server.state === "unmonitored") continue;
    const what = `${server.state}${server.reason === undefined ? "" : `: ${server.reason}`}`;
    addTo(groups, what, serverName(server));
  }
  return [...groups].map(([what, names]) => `${names.slice(0, NAMED).join(", ")}${moreText(names.length - NAMED)} ${what}`);
}

const moreText = (more: number): string => (more > 0 ? ` and ${more} more` : "");

/** An error as part of a line, followed by its remedy. */
export const faultLine = (thrown: unknown): string => reasonOf(thrown).replace(/\s*\n\s*/g, " ");
