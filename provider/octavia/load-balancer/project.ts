import { failure } from "../../lifecycle/errors";
import { isObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { type Inputs, inputsOf } from "./inputs";
import type { Site } from "./site";

/** The project the load balancer lives in. */
export async function projectOf(site: Site, inputs: Inputs): Promise<string> {
  return typeof inputs.body.project_id === "string" ? inputs.body.project_id : site.stack.projectId();
}

/**
 * Octavia answers 404 for a load balancer of another cloud, which would empty the state after a wrong `OS_CLOUD`: it counts as
 * gone only for credentials of the project it was made in.
 */
export async function assertSameProject(site: Site, last: Bag): Promise<void> {
  const made = isObject(last.fixed) ? last.fixed.project_id : undefined;
  const here = await projectOf(site, inputsOf(last));
  if (typeof made !== "string" || !made || !here || made === here) return;
  const message = `not found with credentials for project ${here}; it was made in project ${made}`;
  throw failure("LB2052", { object: `LoadBalancer ${inputsOf(last).name}`, message });
}
