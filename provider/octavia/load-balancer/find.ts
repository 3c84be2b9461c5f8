import { compare } from "../../lifecycle/compare";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { LBAAS } from "../live/read-tree";
import { FIELDS } from "../tree/fields";
import { OCTAVIA_SHAPE } from "../tree/shape";
import type { Inputs } from "./inputs";
import { assertOurs, type Claim, isOurs } from "./ownership";
import { projectOf } from "./project";
import type { Site } from "./site";

/**
 * The load balancer of this name that is ours, or is to become ours; undefined when there is none. Names are not unique on the
 * server, so one of somebody else's is refused before a second one stands beside it.
 *
 * @param id of the one that is meant, where the program names it
 */
export async function findByName(site: Site, inputs: Inputs, id?: string): Promise<JsonObject | undefined> {
  const query = { name: inputs.name, project_id: (await projectOf(site, inputs)) || undefined };
  const listed = await site.stack.octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", id ? { id } : query);
  // The database compares without regard to case.
  const named = listed.filter((one) => one.name === inputs.name && one.provisioning_status !== "DELETED");
  const claim: Claim = { owner: inputs.owner, adopt: inputs.adopt, known: false };
  const ours = named.filter((one) => isOurs(one, claim));
  // One that differs where nothing changes may have been left to its guests when it was replaced.
  const same = ours.filter((one) => differingFixed(inputs.body, one) === undefined);
  const [found, ...more] = same.length > 0 ? same : ours;
  if (found && more.length > 0) throw several(inputs, [found, ...more]);
  if (found) return found;
  const candidates = inputs.adopt ? named.filter((one) => differingFixed(inputs.body, one) === undefined) : named;
  if (candidates.length > 1) throw several(inputs, candidates);
  const [one] = candidates.length > 0 ? candidates : named;
  if (one) assertOurs(one, claim);
  return one;
}

/** The first declared field that the API does not change and that is something else on the server. */
export function differingFixed(body: JsonObject, live: JsonObject): string | undefined {
  const fixed = Object.keys(FIELDS.loadbalancer).filter((field) => FIELDS.loadbalancer[field]?.fixed && body[field]);
  const differs = (field: string) =>
    compare(OCTAVIA_SHAPE, { [field]: body[field] ?? null }, { [field]: live[field] ?? null }, { subset: true }).length > 0;
  return fixed.find((field) => live[field] !== undefined && differs(field));
}

function several(inputs: Inputs, found: readonly JsonObject[]): Error {
  const ids = found.map(({ id }) => String(id)).join(", ");
  return failure("LB2049", { object: `LoadBalancer ${inputs.name}`, message: `${found.length} of them: ${ids}` });
}
