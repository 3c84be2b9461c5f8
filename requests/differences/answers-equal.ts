// Decides whether two answers are equal to a client.

import type { Answer, ForwardAnswer } from "../answer/effect";

/** Smaller differences of shares are ignored: load balancers round weights. */
const TOLERANCE = 0.01;

/**
 * True for answers that a client cannot tell apart: the same Services or the same servers, ready or not. Unknown servers are equal only to
 * unknown servers of the same Service.
 */
export function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.kind === "forward") return b.kind === "forward" && sameForward(a, b);
  if (a.kind === "redirect") return b.kind === "redirect" && a.location === b.location && a.status === b.status;
  if (a.kind === "status") return b.kind === "status" && a.status === b.status && a.undecidedBy === b.undecidedBy;
  return b.kind === "closed";
}

/** True for answers without a server or redirect: closed, 404, 503, or no status. */
export const isUnanswered = (answer: Answer): boolean =>
  answer.kind === "closed" ||
  (answer.kind === "status" && !isUndecided(answer) && (answer.status === null || answer.status === 404 || answer.status === 503));

/** True where the answer depends on a regular expression that cannot be evaluated here. */
export const isUndecided = (one: Answer): boolean => one.kind === "status" && one.undecidedBy !== undefined;

function sameForward(a: ForwardAnswer, b: ForwardAnswer): boolean {
  if (a.path !== b.path || a.host !== b.host || a.tls !== b.tls || a.timeout !== b.timeout || a.retry !== b.retry) return false;
  if (!sameValue(a.request ?? {}, b.request ?? {}) || !sameValue(a.response ?? {}, b.response ?? {})) return false;
  return sameShares(byService(a), byService(b)) || sameShares(byServer(a), byServer(b));
}

type Shares = Map<string, number> | undefined;

/** Undefined where a part has no Service. New pools with unknown servers are kept separate from pools that preserve their servers. */
function byService({ to }: ForwardAnswer): Shares {
  const shares = new Map<string, number>();
  for (const { service, status, share, unknown } of to) {
    if (service === undefined && status === undefined) return undefined;
    add(shares, `${service ?? `status ${status}`}${unknown ? " unknown" : ""}`, share);
  }
  return shares;
}

/** Shares by server, ready or not. Undefined where a part has no servers, or where the specs do not give them. */
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
  // an added or removed recipient always counts, even with a tiny share
  if (a.size !== b.size) return false;
  for (const [key, share] of a) {
    const other = b.get(key);
    if (other === undefined || Math.abs(share - other) > TOLERANCE) return false;
  }
  return true;
}

/** True for equal plain data; a missing property equals an undefined one. */
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
