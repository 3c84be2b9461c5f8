// Creates a load balancer.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { CODES } from "../../lifecycle/messages/codes";
import { failure } from "../../lifecycle/messages/errors";
import { LBAAS, type OpenStack } from "../client";
import { failedBecause, type OpenStackError } from "../client/errors";
import { active, inTurn } from "../lock";
import { createPlan } from "../plan/create-plan";
import { plan } from "../plan/plan";
import { canonicalAddress, objects, textIn } from "../tree/compare";
import { type LiveTree, liveTree } from "../tree/live";
import type { NormalTree } from "../tree/normal";
import { withPreservedCertificates } from "../tree/preserved-certificates";
import { type ApiObject, answeredTree, readLoadBalancer } from "../tree/read-tree";
import { undeclaredIn } from "./drift";
import { findAfterLostAnswer } from "./found-by-name";
import { knowsTags, type LoadBalancerJob, projectOf, wantedOf } from "./job";
import { NETWORK } from "./security-group";
import { recordPreserved, updateTree } from "./update";
import { postLoadBalancer } from "./write";

/** Creates a load balancer with everything below it, in one call if the provider takes that, else object by object. */
export async function make(job: LoadBalancerJob): Promise<ApiObject> {
  const { target, result, inputs } = job;
  const made = await firstCall(job);
  job.recordProgress(made);
  return inTurn(made.id, async () => {
    const live = await completeTree(job, made);
    const activeBalancer = await active(target, made.id, made);
    result.marked = await knowsTags(job);
    if (!live || !(await isAllActive(job, made.id))) return updateTree(job, made.id, activeBalancer);
    result.ids = live.ids;
    if (inputs.keepCertificates.size > 0) recordPreserved(job, live.tree, await firstTree(job));
    result.undeclared = undeclaredIn(inputs.tree, live.tree, inputs.owner);
    return activeBalancer;
  });
}

/** The tree of a new load balancer. There is no listener yet whose certificates stay. */
async function firstTree(job: LoadBalancerJob): Promise<NormalTree> {
  const { inputs, result, ownership } = job;
  return withPreservedCertificates(
    await wantedOf(job, inputs, result.securityGroupId, ownership.nonce),
    undefined,
    inputs.keepCertificates,
  );
}

/**
 * Creates the load balancer with everything below, or bare where every object gets a call of its own.
 *
 * @unverified octavia/one-call
 */
async function firstCall(job: LoadBalancerJob): Promise<ApiObject> {
  const { inputs, ctx } = job;
  const desired = await firstTree(job);
  const [first] = createPlan(desired, { serial: inputs.serial, spellOut: await poolTlsFields(job) });
  ctx.progress(`creating load balancer ${inputs.name}`);
  try {
    return await post(job, first.body ?? {});
  } catch (error) {
    // Some providers take no children in the first call (501, and NSX says 503).
    if (inputs.serial || !failedBecause(error, "not-implemented", "busy", "too-large")) throw error;
    ctx.notice(`${error.message}\nload balancer ${inputs.name} is made object by object`);
    const [bare] = createPlan(desired, { serial: true });
    return post(job, bare.body ?? {});
  }
}

/** The fields of TLS that this server knows of pools. */
async function poolTlsFields({ stack: { octavia } }: LoadBalancerJob): Promise<string[]> {
  const supported = await Promise.all([octavia.supports("tlsCiphers"), octavia.supports("poolTlsVersions"), octavia.supports("poolAlpn")]);
  return ["tls_ciphers", "tls_versions", "alpn_protocols"].filter((_, index) => supported[index]);
}

/** After a lost answer, searches the load balancer before the failure is reported. */
async function post(job: LoadBalancerJob, body: JsonObject): Promise<ApiObject> {
  const { stack, inputs } = job;
  try {
    return await postLoadBalancer(stack.octavia, body);
  } catch (error) {
    const project = () => projectOf(job, inputs);
    if (failedBecause(error, "quota")) throw await namingLeftPorts(stack, project, inputs.body, error);
    if (!failedBecause(error, "unavailable", "duplicate")) throw error;
    const made = await findAfterLostAnswer(job);
    if (made) return made;
    throw failedBecause(error, "duplicate") ? await namingLeftPorts(stack, project, inputs.body, error) : error;
  }
}

/**
 * The tree when one call has made everything as desired. The answer to a populated create is the only one that tells the whole tree, and
 * one more call tells whether all of it came to rest: so nothing need be listed. In doubt the tree is read.
 */
async function completeTree(job: LoadBalancerJob, made: ApiObject): Promise<LiveTree | undefined> {
  const answered = answeredTree(made);
  if (!answered) return undefined;
  const live = liveTree(answered);
  const { tree } = live;
  if (plan({ desired: await firstTree(job), live: tree }).length > 0) return undefined;
  const used = new Set(tree.listeners.map(({ default_pool }) => default_pool));
  // The call that reads the statuses lacks pools that no listener leads to.
  return tree.pools.every(({ name }) => used.has(name)) ? live : undefined;
}

async function isAllActive({ target }: LoadBalancerJob, id: string): Promise<boolean> {
  const { statuses } = await target.octavia.get(`${LBAAS}/loadbalancers/${id}/status`);
  return allActive(statuses);
}

function allActive(held: unknown): boolean {
  if (Array.isArray(held)) return held.every(allActive);
  if (!isObject(held)) return true;
  const status = held.provisioning_status;
  return (status === undefined || status === "ACTIVE") && Object.values(held).every(allActive);
}

/** Name that Octavia gives the port of a VIP. */
const NAME = /^octavia-lb-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * VIP ports whose load balancer never came to be: Octavia makes the port before it counts listeners, pools and members against the
 * quota, and leaves it behind when it refuses. The address stays taken.
 */
export async function leakedVipPorts({ octavia, network }: OpenStack, project_id: string): Promise<JsonObject[]> {
  const ports = await network.list(`${NETWORK}/ports`, "ports", { project_id, device_owner: "Octavia" });
  const judged = ports.map(async (port) => {
    const [, id] = NAME.exec(textIn(port.name)) ?? [];
    // Asked for after the port was seen: one that is just being made is there by now, or nearly.
    return id !== undefined && !(await readLoadBalancer(octavia, id));
  });
  const leaked = await Promise.all(judged);
  return ports.filter((_, index) => leaked[index]);
}

/**
 * The error of a create that was refused, with the ports that such refusals have left behind: for the quota this one, for an address
 * that is taken an earlier one. What cannot be looked up changes nothing.
 */
async function namingLeftPorts(stack: OpenStack, project: () => Promise<string>, body: JsonObject, error: OpenStackError): Promise<Error> {
  const quota = error.reason === "quota";
  if (!quota && !body.vip_address) return error;
  const leakedPorts = await project()
    .then((id) => leakedVipPorts(stack, id))
    .catch(() => []);
  const ports = leakedPorts.filter((port) => fits(port, body));
  if (ports.length === 0) return error;
  const words = ports.map(vipPortWords).join(", ");
  const object = `LoadBalancer ${textIn(body.name)}`;
  const remedy = `Delete what is left with \`openstack port delete ${ports.map(({ id }) => id).join(" ")}\`, then run the command again.`;
  if (!quota) {
    const message = `${error.text}: ${words} has it, left behind by a create that was refused`;
    return failure("LB2066", { object, message, remedy });
  }
  const message = `${error.text}; the server left ${words} behind, of a load balancer that it did not make`;
  return failure("LB2034", { object, message, remedy: `${CODES.LB2034.remedy} ${remedy}` });
}

/** True for a port with the address that a load balancer asks for, else with one of its subnet or network. */
function fits(port: JsonObject, { vip_address, vip_subnet_id, vip_network_id }: JsonObject): boolean {
  const places = objects(port.fixed_ips);
  if (vip_address) return places.some(({ ip_address }) => canonicalAddress(textIn(ip_address)) === canonicalAddress(textIn(vip_address)));
  return vip_subnet_id ? places.some(({ subnet_id }) => subnet_id === vip_subnet_id) : port.network_id === vip_network_id;
}

/** `VIP port ID (10.0.0.5)`. */
export function vipPortWords(port: JsonObject): string {
  const addresses = objects(port.fixed_ips).map(({ ip_address }) => ip_address);
  return `VIP port ${port.id} (${addresses.join(", ")})`;
}
