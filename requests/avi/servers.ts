// Reads from Avi pools and pool groups which servers a rule forwards to, with their weights.

import { textIn } from "../../resources/json";
import type { Part, ServedAnswer, ServedForward, Servers } from "../table/routing-table";
import { type Body, type Lookup, recordIn, recordsIn, referencedName } from "./bodies";
import { propertiesOfPools, tlsOfPool } from "./properties";

/** Longest timeout of a pool in ms; it stands for no timeout. */
const ENDLESS = 21_600_000;

/**
 * Parts of an answer: the members of a pool group, or a single pool.
 *
 * @unverified avi/weights
 */
export function partsOf(cx: Lookup, members: readonly Body[]): Part[] {
  return members.map(({ pool_ref, ratio = 1 }) => partOf(cx, referencedName(pool_ref), Number(ratio)));
}

function partOf(cx: Lookup, pool: string, weight = 1): Part {
  const service = cx.names.service?.(pool);
  const preserved = cx.names.inFull || cx.names.preserved?.(pool) ? { pool: `pool/${pool}` } : {};
  const body = cx.at("pool", pool);
  const tls = tlsOfPool(cx, body);
  return { weight, ...(service === undefined ? {} : { service }), servers: serversOf(body), ...preserved, ...(tls ? { tls } : {}) };
}

/** A forward to the parts whose pool exists; undefined if there are none. */
export function forwardTo(cx: Lookup, pools: readonly string[], parts: Part[], whenEmpty: ServedForward["empty"]): ServedForward {
  const bodies = pools.map((pool) => cx.at("pool", pool));
  const timeouts = new Set(bodies.map((body) => Number(body?.server_timeout ?? 0)));
  const [timeout = 0] = timeouts;
  const retries = new Set(bodies.map(retryOf));
  const [retry] = retries;
  return {
    forward: parts,
    ...(timeouts.size === 1 && timeout > 0 ? { timeout: timeout >= ENDLESS ? "infinite" : timeout / 1000 } : {}),
    ...(retries.size === 1 && retry !== undefined ? { retry } : {}),
    ...propertiesOfPools(bodies),
    ...(whenEmpty ? { empty: whenEmpty } : {}),
  };
}

/** The forward of a pool group or pool by reference; undefined if neither exists. */
export function forwardOf(
  cx: Lookup,
  { group, pool }: { group?: unknown; pool?: unknown },
  empty: ServedForward["empty"],
): ServedAnswer | undefined {
  if (group !== undefined) {
    const members = recordsIn(cx.at("poolgroup", group)?.members);
    return forwardTo(
      cx,
      members.map(({ pool_ref }) => referencedName(pool_ref)),
      partsOf(cx, members),
      empty,
    );
  }
  if (pool === undefined) return undefined;
  return forwardTo(cx, [referencedName(pool)], [partOf(cx, referencedName(pool))], empty);
}

/** Servers that take requests: disabled servers and those of a disabled pool do not. */
function serversOf(pool: Body | undefined): Servers {
  const ready: string[] = [];
  const unready: string[] = [];
  for (const { ip, port, enabled = true, ratio = 1 } of recordsIn(pool?.servers)) {
    const at = `${bracketed(textIn(recordIn(ip).addr))}:${port ?? pool?.default_server_port ?? 80}`;
    (enabled !== false && Number(ratio) > 0 && pool?.enabled !== false ? ready : unready).push(at);
  }
  return { ready, ...(unready.length > 0 ? { unready } : {}) };
}

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** `HTTP_RSP_5XX` is 5xx. */
const blockText = (block: unknown): string => textIn(block).replace(/^HTTP_RSP_(\d)XX$/, "$1xx");

function retryOf(pool: Body | undefined): string | undefined {
  const { enabled, num_retries = 0, svr_resp_code } = recordIn(pool?.server_reselect);
  if (enabled !== true) return undefined;
  const { codes, resp_code_block } = recordIn(svr_resp_code);
  const on = [...(Array.isArray(codes) ? codes : []), ...(Array.isArray(resp_code_block) ? resp_code_block.map(blockText) : [])].join(", ");
  return `${num_retries} times${on ? ` on ${on}` : ""}`;
}
