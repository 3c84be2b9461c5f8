import type { Answer, ForwardAnswer } from "../answer/effect";

/** Parts of the requests that differ by less count as the same: targets round weights. */
const TOLERANCE = 0.01;

/**
 * True for two answers that no client can tell apart: the same Services or the same servers, whichever of them are ready. Servers that nobody
 * knows are equal only to those of the same Service that nobody knows either.
 */
export function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.kind === "forward") return b.kind === "forward" && sameForward(a, b);
  if (a.kind === "redirect") return b.kind === "redirect" && a.location === b.location && a.status === b.status;
  if (a.kind === "status") return b.kind === "status" && a.status === b.status && a.undecidedBy === b.undecidedBy;
  return b.kind === "closed";
}

/** True for answers that say that nobody serves a request. */
export const isUnanswered = (one: Answer): boolean =>
  one.kind === "closed" ||
  (one.kind === "status" && !isUndecided(one) && (one.status === null || one.status === 404 || one.status === 503));

/** True where the answer is not known: a regular expression decides it that cannot be run here. */
export const isUndecided = (one: Answer): boolean => one.kind === "status" && one.undecidedBy !== undefined;

function sameForward(a: ForwardAnswer, b: ForwardAnswer): boolean {
  if (a.path !== b.path || a.host !== b.host || a.tls !== b.tls || a.timeout !== b.timeout || a.retry !== b.retry) return false;
  if (!sameValue(a.request ?? {}, b.request ?? {}) || !sameValue(a.response ?? {}, b.response ?? {})) return false;
  return sameShares(byService(a), byService(b)) || sameShares(byServer(a), byServer(b));
}

type Shares = Map<string, number> | undefined;

/** Undefined where a part has no Service. A pool that is new and whose servers nobody knows counts apart from one that keeps its own. */
function byService({ to }: ForwardAnswer): Shares {
  const shares = new Map<string, number>();
  for (const { service, status, share, unknown } of to) {
    if (service === undefined && status === undefined) return undefined;
    add(shares, `${service ?? `status ${status}`}${unknown ? " unknown" : ""}`, share);
  }
  return shares;
}

/** Of all servers, those that are not ready too. Undefined where a part has none, or where the specs do not tell them. */
function byServer({ to }: ForwardAnswer): Shares {
  const shares = new Map<string, number>();
  for (const { status, servers = [], unready = [], share, kept } of to) {
    if (kept) return undefined;
    const all = status === undefined ? [...servers, ...unready] : [`status ${status}`];
    if (all.length === 0) return undefined;
    for (const server of all) add(shares, server, share / all.length);
  }
  return shares;
}

const add = (shares: Map<string, number>, key: string, share: number) => shares.set(key, (shares.get(key) ?? 0) + share);

function sameShares(a: Shares, b: Shares): boolean {
  if (!a || !b) return false;
  // a recipient that is new, or gone, is never equal, however small its part
  if (a.size !== b.size) return false;
  for (const [key, share] of a) {
    const other = b.get(key);
    if (other === undefined || Math.abs(share - other) > TOLERANCE) return false;
  }
  return true;
}

/** True for equal plain data; an absent property is the same as one that is undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => sameValue(one, b[i]));
  if (Array.isArray(b)) return false;
  const [some, others] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in some) if (!sameValue(some[key], others[key])) return false;
  for (const key in others) if (others[key] !== undefined && some[key] === undefined) return false;
  return true;
}
