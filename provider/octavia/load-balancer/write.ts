// Sends the calls of a plan to Octavia, one after the other.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { LBAAS, type Octavia } from "../client";
import { active, inError, type LoadBalancerTarget, locked, settled } from "../lock";
import { filledIn, fillIn, type Step } from "../plan/step";
import { textIn } from "../tree/compare";
import type { Ids } from "../tree/live";
import { type ApiObject, apiObject } from "../tree/read-tree";

/**
 * Sends the steps of a plan for a load balancer that exists, waiting after each until it is ACTIVE again: the load balancer as it
 * then is, undefined when there was nothing to do.
 *
 * @param ids by place; steps add those of what they make
 */
export async function execute(target: LoadBalancerTarget, id: string, steps: readonly Step[], ids: Ids): Promise<ApiObject | undefined> {
  ids.loadbalancer = id;
  let live: ApiObject | undefined;
  for (const step of steps) {
    target.progress(`load balancer ${target.name}: ${step.what}`);
    const made = await locked(target, id, () => send(target.octavia, step, ids));
    if (step.makes && made) ids[step.makes] = idIn(made);
    live = await active(target, id);
  }
  return live;
}

async function send(octavia: Octavia, step: Step, ids: Ids): Promise<JsonObject | undefined> {
  const path = LBAAS + fillIn(step.path, ids);
  const client = octavia.about(step.what);
  if (step.method === "DELETE") {
    await client.delete(path, step.query);
    return undefined;
  }
  const body = filledIn(step.body ?? {}, ids);
  return step.method === "POST" ? client.post(path, body) : client.put(path, body, step.query);
}

/** The id in `{ "pool": { "id": ... } }`. */
function idIn(answer: JsonObject): string {
  const [object] = Object.values(answer);
  return isObject(object) ? textIn(object.id) : "";
}

/** Deletes a load balancer and waits until it is gone; one that falls into ERROR instead is reported. */
export async function deleteLoadBalancer(target: LoadBalancerTarget, id: string, { cascade }: { cascade: boolean }): Promise<void> {
  const { octavia, name } = target;
  await locked(target, id, () => octavia.delete(`${LBAAS}/loadbalancers/${id}`, cascade ? { cascade: true } : undefined));
  const live = await settled(target, id);
  if (!live) return;
  if (live.provisioning_status === "ERROR") throw inError(name, id);
  const message = `${id} was deleted and is ${live.provisioning_status} again`;
  throw failure("LB2046", { object: `LoadBalancer ${name}`, message });
}

/** Makes a load balancer; what the server answers. */
export async function postLoadBalancer(octavia: Octavia, body: JsonObject): Promise<ApiObject> {
  const { loadbalancer } = await octavia.post(`${LBAAS}/loadbalancers`, body);
  return apiObject(isObject(loadbalancer) ? loadbalancer : {});
}
