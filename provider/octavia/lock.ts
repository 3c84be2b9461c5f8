// Waits until a load balancer can be written. Octavia locks it as a whole while anything below it changes, and refuses every other write with
// 409. `client/errors.ts` reads the text of a 409, because a name that is taken has the same status.

import { z } from "zod";
import { amount, readConfig } from "../lifecycle/config";
import type { ConfigSource } from "../lifecycle/handler";
import { failure } from "../lifecycle/messages/errors";
import { sleep, waitFor } from "../lifecycle/wait";
import type { Octavia } from "./client";
import { failedBecause } from "./client/errors";
import { type ApiObject, readLoadBalancer } from "./tree/read-tree";

/** Bounds of a wait, and the pause between two looks. */
export interface Waits {
  /** Upper bound of one wait, in milliseconds. */
  timeoutMs: number;
  /** First pause between two looks. */
  intervalMs: number;
}

/** Smallest wait: without any wait nothing is ever seen to come to rest. */
const LEAST = 0.001;

/** Ten minutes, since the slowest amphora clouds take three per change; and half a second. */
const WAITS = z.object({ waitTimeout: amount(LEAST).default(600), pollInterval: amount(LEAST).default(500) });

/** The keys of waits. */
export const WAIT_KEYS: readonly string[] = Object.keys(WAITS.shape);

/** `octavia:waitTimeout` in seconds, `octavia:pollInterval` in milliseconds. */
export function waitsOf(config: ConfigSource): Waits {
  const { waitTimeout, pollInterval } = readConfig("octavia", config, WAITS);
  return { timeoutMs: waitTimeout * 1000, intervalMs: pollInterval };
}

/** The load balancer that is written and waited for. */
export interface LoadBalancerTarget {
  octavia: Octavia;
  waits: Waits;
  /** For messages. */
  name: string;
  progress(text: string): void;
}

const turns = new Map<string, Promise<unknown>>();

/**
 * One after the other per load balancer: its lock is per load balancer, and resources that share one would otherwise refuse
 * each other's writes with 409.
 */
export async function inTurn<T>(loadBalancerId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(loadBalancerId) ?? Promise.resolve();
  const mine = before.then(work, work);
  const ended = mine.catch(() => undefined);
  turns.set(loadBalancerId, ended);
  try {
    return await mine;
  } finally {
    if (turns.get(loadBalancerId) === ended) turns.delete(loadBalancerId);
  }
}

/** Number of times that a refusal counts as a race although the load balancer reads ACTIVE. */
const RACES = 20;

/**
 * Sends a write. While somebody else changes the load balancer (409 and PENDING_*) we wait and send it again; every other
 * refusal is final at once: a duplicate stays one, and a load balancer in ERROR takes nothing but a delete.
 */
export async function locked<T>(target: LoadBalancerTarget, id: string, send: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let races = 0; ; ) {
    try {
      return await send();
    } catch (error) {
      if (!failedBecause(error, "pending", "error-state")) throw error;
      const live = await readLoadBalancer(target.octavia, id);
      if (live?.provisioning_status === "ERROR") throw inError(target.name, id, `; it takes no changes: ${error.text}`);
      // Free again between the refusal and our look; or an object below is still being worked on.
      if (!live || !isPending(live)) races++;
      if (!live || races > RACES || performance.now() - started > target.waits.timeoutMs) throw error;
      if (isPending(live)) await settled(target, id, live);
      else await sleep(target.waits.intervalMs * Math.random());
    }
  }
}

/** True while a change is under way. */
function isPending({ provisioning_status }: ApiObject): boolean {
  return provisioning_status.startsWith("PENDING_");
}

/**
 * Looks until nothing is under way any more: the load balancer then (ACTIVE or ERROR), or undefined when it is gone. The pace is not
 * quite the same for any two, so that many waiting programs do not ask at once.
 *
 * @param first as it was just read, or answered
 */
export async function settled(target: LoadBalancerTarget, id: string, first?: ApiObject): Promise<ApiObject | undefined> {
  const { octavia, waits, name } = target;
  const started = performance.now();
  let live = first ?? (await readLoadBalancer(octavia, id));
  if (!live || !isPending(live)) return live;
  const status = () => `${live?.provisioning_status} for ${Math.round((performance.now() - started) / 1000)} s`;
  const tell = () => target.progress(`waiting for load balancer ${name}: ${status()}`);
  tell();
  const intervalMs = waits.intervalMs * (0.8 + 0.4 * Math.random());
  await sleep(intervalMs);
  const look = async () => {
    live = await readLoadBalancer(octavia, id);
    return live && isPending(live) ? undefined : { held: live };
  };
  const rest = await waitFor(look, { timeoutMs: waits.timeoutMs, intervalMs, onWait: tell });
  if (rest) return rest.held;
  throw failure("LB2046", { object: `LoadBalancer ${name}`, message: `${id} was ${status()}` });
}

/** Like {@link settled}, for those who need it ACTIVE. */
export async function active(target: LoadBalancerTarget, id: string, first?: ApiObject): Promise<ApiObject> {
  const live = await settled(target, id, first);
  if (!live) throw failure("LB2033", { object: `LoadBalancer ${target.name}`, message: `${id} is gone` });
  if (live.provisioning_status === "ERROR") throw inError(target.name, id);
  return live;
}

/** Nothing but a delete, or a failover by an administrator, helps. */
export function inError(name: string, id: string, more = ""): Error {
  return failure("LB2045", { object: `LoadBalancer ${name}`, message: `${id} is in ERROR${more}` });
}
