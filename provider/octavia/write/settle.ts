import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { sleep } from "../../lifecycle/wait";
import type { Octavia } from "../client";
import { readLoadBalancer } from "../live/read-tree";
import type { Waits } from "./settings";

/** What a wait needs to know. */
export interface Watch {
  octavia: Octavia;
  waits: Waits;
  /** Name of the load balancer, for messages. */
  name: string;
  progress(text: string): void;
}

const SLOWEST_MS = 5000;

/** True while a change is under way. */
export function isPending(loadbalancer: JsonObject): boolean {
  return String(loadbalancer.provisioning_status).startsWith("PENDING_");
}

/**
 * Looks until nothing is under way any more: the load balancer then (ACTIVE or ERROR), or undefined when it is gone. The first
 * looks follow quickly, later ones less often, with jitter, so that many waiting programs do not ask at once.
 */
export async function settled(watch: Watch, id: string, first?: JsonObject): Promise<JsonObject | undefined> {
  const started = Date.now();
  let pause = watch.waits.intervalMs;
  let held = first ?? (await readLoadBalancer(watch.octavia, id));
  while (held && isPending(held)) {
    const waited = Date.now() - started;
    if (waited > watch.waits.timeoutMs) throw tooLong(watch, id, held, waited);
    watch.progress(`waiting for load balancer ${watch.name}: ${String(held.provisioning_status)} for ${Math.round(waited / 1000)} s`);
    await sleep(pause * (0.8 + 0.4 * Math.random()));
    pause = Math.min(pause * 1.4, Math.max(SLOWEST_MS, watch.waits.intervalMs));
    held = await readLoadBalancer(watch.octavia, id);
  }
  return held;
}

/** Like {@link settled}, for those who need it ACTIVE. */
export async function active(watch: Watch, id: string, first?: JsonObject): Promise<JsonObject> {
  const held = await settled(watch, id, first);
  if (!held) throw failure("LB2033", { object: `LoadBalancer ${watch.name}`, message: `${id} is gone` });
  if (held.provisioning_status === "ERROR") throw inError(watch.name, id);
  return held;
}

/** Waits until a load balancer that is being deleted is gone; one that falls into ERROR instead is reported. */
export async function gone(watch: Watch, id: string): Promise<void> {
  const held = await settled(watch, id);
  if (!held) return;
  if (held.provisioning_status === "ERROR") throw inError(watch.name, id);
  throw failure("LB2046", {
    object: `LoadBalancer ${watch.name}`,
    message: `${id} was deleted and is ${String(held.provisioning_status)} again`,
  });
}

export function inError(name: string, id: string, more = ""): Error {
  const message = `${id} is in ERROR${more}`;
  return failure("LB2045", { object: `LoadBalancer ${name}`, message });
}

function tooLong(watch: Watch, id: string, held: JsonObject, waited: number): Error {
  const message = `${id} was ${String(held.provisioning_status)} for ${Math.round(waited / 1000)} s`;
  return failure("LB2046", { object: `LoadBalancer ${watch.name}`, message });
}
