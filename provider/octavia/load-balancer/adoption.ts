// Finds the existing load balancer that a create updates, and decides what becomes of one that does not fit.

import { asOwn } from "../../../resources/octavia/own-declaration";
import { isObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { isOfAnotherRun } from "../../lifecycle/ownership";
import { settled } from "../lock";
import { textIn } from "../tree/compare";
import { liveTree } from "../tree/live";
import { isMarked } from "../tree/marks";
import { type ApiObject, readLoadBalancer, readTree } from "../tree/read-tree";
import { floatingIpOf, releaseFloatingIp } from "./floating-ip";
import { differingFixed, findByName } from "./found-by-name";
import { inputsOf, type LoadBalancerJobInputs } from "./inputs";
import { assertSupported, knowsTags, type LoadBalancerJob } from "./job";
import { brokenForOthers, ownedObject, selectionOf, userList, usersOf } from "./ownership";
import { deleteLoadBalancer } from "./write";

/**
 * Inputs of a load balancer that is named by its id, once its owner is known: its name decides, as with the OpenStack cloud provider. One that
 * is gone is nobody's: the cloud provider writes the id into each Service, where it outlives the load balancer.
 */
export async function resolveById(job: LoadBalancerJob): Promise<LoadBalancerJobInputs> {
  const { declared, inputs, result, stack } = job;
  const { name, sharedId } = inputs;
  if (!sharedId || !isObject(declared.own)) return inputs;
  const live = await readLoadBalancer(stack.octavia, sharedId);
  const object = `LoadBalancer ${name}`;
  if (!live) {
    result.lostId = sharedId;
    return inputsOf(asOwn(declared));
  }
  if (live.name === name) return inputsOf(asOwn(declared));
  if (declared.own.required !== true) return inputs;
  const remedy = "Remove the id: the Service then gets its own load balancer.";
  const why = (await knowsTags(job))
    ? "internal Service cannot share a load balancer"
    : "shared load balancer is only supported with the tag feature in the cloud load balancer service";
  throw failure("LB2047", { object, message: `${why}: load balancer ${sharedId} is called ${live.name}`, remedy });
}

/** Remedy where the id of a load balancer that is gone is still named. */
export const WITHOUT_ID =
  "Remove the id (of a Service: the annotation loadbalancer.openstack.org/load-balancer-id), or name a load balancer that exists.";

/** Finds the load balancer that a create updates. One of others that is named by its id contains no object of ours yet. */
export async function candidate(job: LoadBalancerJob): Promise<ApiObject | undefined> {
  const named = job.inputs.sharedId;
  job.inputs = await resolveById(job);
  await assertSupported(job);
  const { lostId } = job.result;
  if (lostId) job.ctx.notice(`load balancer ${lostId} does not exist: LoadBalancer ${job.inputs.name} is one of its own. ${WITHOUT_ID}`);
  return job.inputs.sharedId ? undefined : takeOver(job, lostId ? undefined : named);
}

/** The existing load balancer of the declared name, with the facts that decide what becomes of it. */
interface Existing {
  readonly balancer: ApiObject;
  /** True where the program names it by its id. */
  readonly isNamed: boolean;
  readonly isOurs: boolean;
  readonly isBroken: boolean;
  /** The first field that differs from the declaration and that no update can change. */
  readonly differs: string | undefined;
}

/**
 * Finds the existing load balancer that a create updates. One of ours in ERROR cannot be repaired, and one of ours with another address or
 * provider cannot become the declared one: both are deleted, unless others use them.
 *
 * @param named its id, where the program names it
 */
async function takeOver(job: LoadBalancerJob, named: string | undefined): Promise<ApiObject | undefined> {
  const existing = await existingBalancer(job, named);
  if (!existing) return undefined;
  assertUsable(job, existing);
  const { balancer, isOurs, isBroken, differs } = existing;
  // A load balancer that is not ours yet must not get into the state: a destroy would delete it.
  if (!isOurs) return balancer;
  if (!isBroken && !differs) {
    job.recordProgress(balancer);
    return balancer;
  }
  if (!(await staysForOthers(job, existing))) await deleteUnusable(job, existing);
  return undefined;
}

async function existingBalancer(job: LoadBalancerJob, named: string | undefined): Promise<Existing | undefined> {
  const { inputs, ownership, target } = job;
  const existing = await findByName(job, named);
  const balancer = existing && (await settled(target, existing.id, existing));
  if (!balancer) return undefined;
  return {
    balancer,
    isNamed: Boolean(named),
    isOurs: isMarked(balancer, inputs.owner) && !isOfAnotherRun(ownedObject(balancer, ownership, false), ownership),
    isBroken: balancer.provisioning_status === "ERROR",
    differs: differingFixed(inputs.body, balancer),
  };
}

/** @throws LbError LB2031 or LB2051 for a load balancer that can neither be updated nor deleted: it is named by its id, or of another owner */
function assertUsable({ inputs }: LoadBalancerJob, { balancer, isNamed, isOurs, isBroken, differs }: Existing): void {
  const object = `LoadBalancer ${inputs.name}`;
  if (isNamed && isOurs && isBroken) {
    const remedy = "Remove the id: it is then deleted and created again.";
    throw failure("LB2031", { object, message: `${balancer.id} is in ERROR`, remedy });
  }
  if (differs && (isNamed || !isOurs)) {
    const message = `${balancer.id} has ${differs} ${textIn(balancer[differs])}, declared is ${textIn(inputs.body[differs])}`;
    throw failure("LB2051", { object, message });
  }
}

/**
 * True if others use the load balancer, which has another address or provider than declared: it stays, and a new one is created.
 *
 * @throws LbError if others use it and it is in ERROR
 */
async function staysForOthers(job: LoadBalancerJob, { balancer, differs }: Existing): Promise<boolean> {
  const { inputs, target, ctx } = job;
  const selection = selectionOf(inputs, job.before, await knowsTags(job));
  const users = usersOf(inputs, liveTree(await readTree(target.octavia, balancer, selection, { fresh: true })));
  if (users.length === 0) return false;
  if (!differs) throw brokenForOthers(target.name, balancer.id, users);
  ctx.notice(`load balancer ${inputs.name} (${balancer.id}) has another ${differs} and stays for others: ${userList(users)}`);
  return true;
}

/** Deletes a load balancer with its floating IP, which goes as with every replacement if it need not be kept. */
async function deleteUnusable(job: LoadBalancerJob, { balancer, differs }: Existing): Promise<void> {
  const { inputs, target, ctx } = job;
  const { network } = job.stack;
  const why = differs ? `has another ${differs}` : "is in ERROR";
  ctx.notice(`load balancer ${inputs.name} (${balancer.id}) ${why}: deleted and created again`);
  const port = textIn(balancer.vip_port_id);
  const floatingIp = inputs.floatingIp && port ? await floatingIpOf(network, port) : undefined;
  await deleteLoadBalancer(target, balancer.id, { cascade: true });
  if (floatingIp) await releaseFloatingIp(network, textIn(floatingIp.id), inputs.owner, { ...inputs.floatingIp, port });
}
