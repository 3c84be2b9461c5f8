import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { LoadBalancerInputs } from "../../kinds/octavia/types";
import type { LiveBodies } from "../back-end";
import type { PlannedResource } from "../lifecycle/adoption";
import type { JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { connect, LBAAS, type Octavia } from "./client";
import { knownCertificates } from "./load-balancer/certificates";
import { type CertificateRefs, present } from "./tree/desired";
import { liveTree } from "./tree/live";
import { nest } from "./tree/normal";
import { type ApiObject, apiObject, readTree, type TreeSelection } from "./tree/read-tree";

/** Whoever made it answers clients. */
const EVERYTHING: TreeSelection = { listener: () => true, policy: () => true, pool: () => true };

/** The load balancers of a plan, by id or name, with all below them: what others added is in it. */
export async function liveBodies(config: ConfigSource, planned: readonly PlannedResource[]): Promise<LiveBodies> {
  const { octavia, keyManager, projectId } = connect(config);
  const declared = planned.flatMap(({ kind, inputs }) => (kind === LOAD_BALANCER.type ? [inputs as unknown as LoadBalancerInputs] : []));
  const listed = await octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", { project_id: (await projectId()) || undefined });
  const existing = listed.map(apiObject).filter(({ provisioning_status }) => provisioning_status !== "DELETED");
  const bodies = declared.map(async ({ loadBalancer: { id, name }, secrets = [] }) => {
    const found = existing.find((one) => (id ? one.id === id : one.name === name));
    if (!found) return [];
    const certificates = secrets.length > 0 ? await knownCertificates(keyManager, secrets) : {};
    return [{ ...(await liveBody(octavia, found, certificates)), name }];
  });
  return { loadbalancers: (await Promise.all(bodies)).flat() };
}

/** One load balancer with all below it, in the form of a translation. */
export async function liveBody(octavia: Octavia, found: ApiObject, certificates: CertificateRefs = {}): Promise<JsonObject> {
  const { tree } = liveTree(await readTree(octavia, found, EVERYTHING, { fresh: false }));
  return { ...nest(present(tree, { owner: "", certificates }), {}), ...(found.vip_address ? { vip_address: found.vip_address } : {}) };
}
