import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { LoadBalancerInputs } from "../../kinds/octavia/types";
import type { LiveBodies } from "../back-end";
import type { PlannedResource } from "../lifecycle/adoption";
import type { ConfigSource } from "../lifecycle/handler";
import { connect, LBAAS } from "./client";
import { knownCertificates } from "./load-balancer/certificates";
import { present } from "./tree/desired";
import { liveTree } from "./tree/live";
import { nest } from "./tree/normal";
import { apiObject, readTree, type TreeSelection } from "./tree/read-tree";

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
    const { tree } = liveTree(await readTree(octavia, found, EVERYTHING, { fresh: false }));
    const certificates = secrets.length > 0 ? await knownCertificates(keyManager, secrets) : {};
    return [
      { ...nest(present(tree, { owner: "", certificates }), {}), name, ...(found.vip_address ? { vip_address: found.vip_address } : {}) },
    ];
  });
  return { loadbalancers: (await Promise.all(bodies)).flat() };
}
