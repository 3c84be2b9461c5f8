import { isObject, type JsonObject } from "../../lifecycle/json";
import { failedBecause } from "../client";
import { LBAAS } from "../live/read-tree";
import { fillIn, type Step } from "../plan";
import { locked } from "./locked";
import { active, type Watch } from "./settle";

/** Ids by place; steps add the ones they make. */
export type Ids = { [place: string]: string };

/** Sends the steps of a plan for a load balancer that exists, waiting after each until it is ACTIVE again. */
export async function execute(watch: Watch, id: string, steps: readonly Step[], ids: Ids): Promise<void> {
  ids.loadbalancer = id;
  for (const step of steps) {
    watch.progress(`load balancer ${watch.name}: ${step.what}`);
    const made = await locked(watch, id, () => send(watch, step, ids));
    if (step.makes && made) ids[step.makes] = idIn(made);
    await active(watch, id);
  }
}

async function send(watch: Watch, step: Step, ids: Ids): Promise<JsonObject | undefined> {
  const path = LBAAS + fillIn(step.path, ids);
  const client = watch.octavia.about(step.what);
  if (step.method === "DELETE") {
    try {
      await client.delete(path, step.query);
    } catch (error) {
      if (!failedBecause(error, "not-found")) throw error;
    }
    return undefined;
  }
  const body = fillIn(step.body ?? {}, ids);
  return step.method === "POST" ? client.post(path, body) : client.put(path, body, step.query);
}

/** The id in `{ "pool": { "id": ... } }`. */
function idIn(answer: JsonObject): string {
  const [object] = Object.values(answer);
  return isObject(object) ? String(object.id) : "";
}
