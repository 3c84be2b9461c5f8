// Reads the bodies of load balancers, for reviews of the live state.

import { LOAD_BALANCER } from "../../resources/octavia/load-balancer";
import type { LoadBalancerInputs } from "../../resources/octavia/types";
import type { LiveBodies } from "../back-end";
import type { PlannedResource } from "../lifecycle/adoption";
import type { JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { connect, LBAAS, type Octavia } from "./client";
import { knownCertificates } from "./load-balancer/certificates";
import { type CertificateRefs, present } from "./tree/desired";
import { type Ids, liveTree } from "./tree/live";
import { nest } from "./tree/normal";
import { type ApiObject, apiObject, readTree, type TreeSelection } from "./tree/read-tree";

/** Objects of all owners, since all of them answer clients. */
const EVERYTHING: TreeSelection = { listener: () => true, policy: () => true, pool: () => true };

/** The load balancers of a plan, by id or name, with all below them: what others added is in it. */
export async function liveBodies(config: ConfigSource, planned: readonly PlannedResource[]): Promise<LiveBodies> {
  const { octavia, keyManager, projectId } = connect(config);
  const declared = planned.flatMap(({ kind, inputs }) => (kind === LOAD_BALANCER.type ? [inputs as unknown as LoadBalancerInputs] : []));
  const balancers = await octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", { project_id: (await projectId()) || undefined });
  const existing = balancers.map(apiObject).filter(({ provisioning_status }) => provisioning_status !== "DELETED");
  const bodies = declared.map(async ({ loadBalancer: { id, name }, secrets = [] }) => {
    const liveBalancer = existing.find((object) => (id ? object.id === id : object.name === name));
    if (!liveBalancer) return [];
    const certificates = secrets.length > 0 ? await knownCertificates(keyManager, secrets) : {};
    const { body, ids } = await liveParts(octavia, liveBalancer, certificates);
    const named: JsonObject = { ...body, name };
    return [{ body: named, members: membersIn(ids) }];
  });
  const read = (await Promise.all(bodies)).flat();
  return { loadbalancers: read.map(({ body }) => body), members: read.flatMap(({ members }) => members) };
}

/** Members with their servers, to find a server by the id of its member: `{ id, server: "10.0.0.1:8080" }`. */
const membersIn = (ids: Ids): JsonObject[] =>
  Object.entries(ids).flatMap(([place, id]) => {
    const [, server] = /^pools\/.*\/members\/(.+)$/s.exec(place) ?? [];
    return server === undefined ? [] : [{ id, server }];
  });

/** One load balancer with all below it, in the form of a translation. */
export async function liveBody(octavia: Octavia, existing: ApiObject, certificates: CertificateRefs = {}): Promise<JsonObject> {
  return (await liveParts(octavia, existing, certificates)).body;
}

async function liveParts(octavia: Octavia, existing: ApiObject, certificates: CertificateRefs) {
  const { tree, ids } = liveTree(await readTree(octavia, existing, EVERYTHING, { fresh: false }));
  const body: JsonObject = {
    ...nest(present(tree, { owner: "", certificates }), {}),
    ...(existing.vip_address ? { vip_address: existing.vip_address } : {}),
  };
  return { body, ids };
}
