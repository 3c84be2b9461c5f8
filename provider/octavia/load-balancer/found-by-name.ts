// Finds by its name a load balancer that an earlier run created, although the run ended or its answer was lost (a lost create).

import { FIXED } from "../../../resources/octavia/load-balancer";
import { compare } from "../../lifecycle/bodies/compare";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { assertOurs, isOurs, type Ownership } from "../../lifecycle/ownership";
import { findRepeatedly } from "../../lifecycle/wait";
import { LBAAS } from "../client";
import { OCTAVIA_SHAPE } from "../tree/compare";
import { isMarked } from "../tree/marks";
import { type ApiObject, apiObject } from "../tree/read-tree";
import type { LoadBalancerJobInputs } from "./inputs";
import { type LoadBalancerJob, projectOf } from "./job";
import { ownedObject } from "./ownership";

/**
 * The load balancer of this name that is ours, or will become ours; undefined when there is none. Names are not unique on the
 * server, so one of somebody else's is refused before a second one is beside it.
 *
 * @param id of the one that is meant, where the program names it
 */
export async function findByName(job: LoadBalancerJob, id?: string): Promise<ApiObject | undefined> {
  const { inputs, stack } = job;
  const { nonce } = job.ownership;
  const query = { name: inputs.name, project_id: (await projectOf(job, inputs)) || undefined };
  const balancers = (await stack.octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", id ? { id } : query)).map(apiObject);
  // The database compares without regard to case.
  const named = balancers.filter((object) => object.name === inputs.name && object.provisioning_status !== "DELETED");
  const ownership: Ownership = { owner: inputs.owner, adopt: inputs.adopt, ...(nonce === undefined ? {} : { nonce }) };
  const ours = named.filter((object) => isOurs(ownedObject(object, ownership, false), ownership));
  // One that differs where nothing changes may have been left to its guests when it was replaced.
  const fits = (object: ApiObject) => differingFixed(inputs.body, object) === undefined;
  const same = ours.filter(fits);
  const [match, ...more] = same.length > 0 ? same : ours;
  if (match && more.length > 0) throw several(inputs, [match, ...more]);
  if (match) return match;
  const candidates = inputs.adopt ? named.filter(fits) : named;
  if (candidates.length > 1) throw several(inputs, candidates);
  const [candidate] = candidates.length > 0 ? candidates : named;
  if (candidate) assertOurs(ownedObject(candidate, ownership, false), ownership);
  return candidate;
}

/** The load balancer of a create whose answer got lost, if it was made: it is looked for a few times. */
export function findAfterLostAnswer(job: LoadBalancerJob): Promise<ApiObject | undefined> {
  const ours = async () => {
    const existing = await findByName(job);
    return existing && isMarked(existing, job.inputs.owner) ? existing : undefined;
  };
  return findRepeatedly(ours, job.target.waits.intervalMs);
}

/** The first declared field that the API does not change and that is something else on the server. */
export function differingFixed(body: JsonObject, live: JsonObject): string | undefined {
  const differs = (field: string) =>
    compare(OCTAVIA_SHAPE, { [field]: body[field] ?? null }, { [field]: live[field] ?? null }, { subset: true }).length > 0;
  return FIXED.find((field) => body[field] && live[field] !== undefined && differs(field));
}

function several(inputs: LoadBalancerJobInputs, balancers: readonly ApiObject[]): Error {
  const ids = balancers.map(({ id }) => id).join(", ");
  return failure("LB2049", { object: `LoadBalancer ${inputs.name}`, message: `${balancers.length} load balancers have this name: ${ids}` });
}
