// Lowers the backends of Route rules to pools and pool groups.

import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import type { Backend, Forward } from "../../../routing";
import { diagnose, keyOf, type Spec } from "../../../specs";
import type { ExtensionFields } from "../extensions";
import type { AviLowering } from "../lower/context";
import type { Lowered } from "../lower/lowered";
import { LONGEST_TIMEOUT, lowerPool, retriedAnswers } from "../lower/pools";
import { refTo } from "../names";
import type { GatewayNames } from "./names";

/** A rule of a Route whose backends are lowered. */
export interface RuleWithBackends {
  owner: Spec;
  at: string;
  name?: string;
  backends: readonly Backend[];
}

/** Pool group of a rule with its pools; no group if nothing gets traffic. */
export interface LoweredBackends {
  group?: AviBody;
  pools: Lowered<PoolInputs>[];
}

/** Terms of a forward that Avi has on pools. */
type Terms = Pick<Forward, "timeouts" | "retry">;

/**
 * One pool per backend of a rule, because timeouts and retries are fields of pools, and a pool group with the weights.
 *
 * @param keys of the routes that lead to it; the caller may add further ones
 * @param readsRequests true where a client that finds no server gets 503; a connection is closed
 */
export function lowerRuleBackends(
  cx: AviLowering,
  names: GatewayNames,
  { owner, at, name, backends }: RuleWithBackends,
  keys: readonly string[],
  readsRequests: boolean,
  terms: Terms = {},
): LoweredBackends {
  const { ref } = owner;
  const valid = merged(backends.filter(({ invalid }) => !invalid));
  reportLostShare(cx, owner, at, backends);
  if (!valid.some(({ weight }) => weight > 0)) return { pools: [] };
  const long = names.rule({ owner, at, ...(name === undefined ? {} : { name }) });
  const fields = termFields(terms);
  const members = valid.map(({ weight, invalid: _, ...backend }) => {
    const { service, port, validation } = backend;
    const extension = { fields: { ...fields, ...(validation?.subjectName ? { server_name: validation.subjectName } : {}) } };
    const pool = lowerPool(cx, names.pool(long, service, port?.port), ref, backend, {}, extension);
    cx.sources.note(`pool/${pool.name}`, { owner, at });
    return { weight, pool: { ...pool, at: keys } };
  });
  const ratioOf = ratios(members.map(({ weight }) => weight));
  const group = cx.body("poolgroup", cx.name(long, ref), {
    implicit_priority_labels: false,
    members: members.map(({ weight, pool }) => ({ pool_ref: refTo.pool(pool.name), ratio: ratioOf(weight) })),
    ...(readsRequests ? { fail_action: UNAVAILABLE } : {}),
  });
  return { group, pools: members.map(({ pool }) => pool) };
}

/** The default closes the connection. */
const UNAVAILABLE: Json = { type: "FAIL_ACTION_HTTP_LOCAL_RSP", local_rsp: { status_code: "FAIL_HTTP_STATUS_CODE_503" } };

/** Merges backends with the same Service and port: one pool with the sum of the weights. */
function merged(backends: readonly Backend[]): (Backend & { weight: number })[] {
  const byBackend = new Map<string, Backend & { weight: number }>();
  for (const backend of backends) {
    const key = `${keyOf(backend.service)} ${backend.port?.port}`;
    byBackend.set(key, { ...backend, weight: (backend.weight ?? 1) + (byBackend.get(key)?.weight ?? 0) });
  }
  return [...byBackend.values()];
}

/** The greatest `ratio` of a member. */
const MAX_RATIO = 1000;

/** Computes member weights: Avi's ratios, in proportion to the weights of the Route. A weight above 0 never becomes 0. */
function ratios(weights: readonly number[]): (weight: number) => number {
  const most = Math.max(...weights);
  if (most <= MAX_RATIO) return (weight) => weight;
  return (weight) => (weight === 0 ? 0 : Math.max(1, Math.round((weight * MAX_RATIO) / most)));
}

/** Reports lost shares: Avi removes a pool without servers from its group, so no pool can hold the share of a backend without servers. */
function reportLostShare(cx: AviLowering, { ref }: Spec, at: string, backends: readonly Backend[]): void {
  const lost = backends.filter(({ invalid, weight = 1 }) => invalid && weight > 0);
  if (lost.length === 0 || lost.length === backends.filter(({ weight = 1 }) => weight > 0).length) return;
  const message = `the share of ${lost.map(({ service }) => keyOf(service)).join(", ")} goes to the other backends of the rule: a pool group of Avi has no member that answers 500`;
  cx.report(diagnose("LB1302", ref, `${at}/backendRefs`, message, { remedy: "Correct the backend, or set its weight to 0." }));
}

/** Timeout and retries as fields of a pool. Avi uses milliseconds; 0 seconds become its longest timeout. */
function termFields({ timeouts = {}, retry }: Terms): ExtensionFields {
  const seconds = [timeouts.request, timeouts.backendRequest].filter((one) => one !== undefined);
  const bounded = seconds.filter((one) => one > 0);
  const timeout = bounded.length > 0 ? Math.min(...bounded) : LONGEST_TIMEOUT;
  return {
    ...(seconds.length > 0 ? { server_timeout: Math.max(1, Math.round(timeout * 1000)) } : {}),
    ...(retry ? { server_reselect: { enabled: true, num_retries: retry.attempts ?? 1, svr_resp_code: retriedAnswers(retry) } } : {}),
  };
}
