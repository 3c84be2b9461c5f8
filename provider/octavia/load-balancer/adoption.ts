import { asOwn } from "../../../resources/octavia/own-declaration";
import { isObject } from "../../lifecycle/bodies/json";
import { isOfAnotherRun } from "../../lifecycle/ownership";
import { failure } from "../../lifecycle/words/errors";
import { settled } from "../lock";
import { textIn } from "../tree/compare";
import { liveTree } from "../tree/live";
import { isMarked } from "../tree/marks";
import { type ApiObject, readLoadBalancer, readTree } from "../tree/read-tree";
import { floatingIpOf, releaseFloatingIp } from "./floating-ip";
import { differingFixed, findByName } from "./found-by-name";
import { inputsOf, type LoadBalancerJobInputs } from "./inputs";
import { assertSupported, knowsTags, type LoadBalancerJob } from "./job";
import { brokenForOthers, foundOf, listed, selectionOf, usersOf } from "./ownership";
import { deleteLoadBalancer } from "./write";

/**
 * Inputs of a load balancer that is named by its id, once its owner is known: its name decides, as with the OpenStack cloud provider. One that
 * is gone is nobody's: the cloud provider writes the id into each Service, where it outlives the load balancer.
 */
export async function judgedById(job: LoadBalancerJob): Promise<LoadBalancerJobInputs> {
  const { declared, inputs, result, stack } = job;
  const { name, sharedId } = inputs;
  if (!sharedId || !isObject(declared.own)) return inputs;
  const held = await readLoadBalancer(stack.octavia, sharedId);
  const object = `LoadBalancer ${name}`;
  if (!held) {
    result.lostId = sharedId;
    return inputsOf(asOwn(declared));
  }
  if (held.name === name) return inputsOf(asOwn(declared));
  if (declared.own.required !== true) return inputs;
  const remedy = "Remove the id: the Service then gets its own load balancer.";
  const why = (await knowsTags(job))
    ? "internal Service cannot share a load balancer"
    : "shared load balancer is only supported with the tag feature in the cloud load balancer service";
  throw failure("LB2047", { object, message: `${why}: ${sharedId} is ${held.name}`, remedy });
}

/** Remedy where the id of a load balancer that is gone is still named. */
export const WITHOUT_ID =
  "Remove the id (of a Service: the annotation loadbalancer.openstack.org/load-balancer-id), or name a load balancer that exists.";

/** Load balancer that a create goes on with; one that others made and that is only named has nothing of ours yet. */
export async function candidate(job: LoadBalancerJob): Promise<ApiObject | undefined> {
  const named = job.inputs.sharedId;
  job.inputs = await judgedById(job);
  await assertSupported(job);
  const { lostId } = job.result;
  if (lostId) job.ctx.notice(`load balancer ${lostId} does not exist: LoadBalancer ${job.inputs.name} is one of its own. ${WITHOUT_ID}`);
  return job.inputs.sharedId ? undefined : takeOver(job, lostId ? undefined : named);
}

/**
 * The load balancer that is there already and is ours, or becomes ours. One of ours in ERROR is beyond repair, and one with another
 * address or provider cannot become the declared one: both go.
 *
 * @param named its id, where the program names it
 */
async function takeOver(job: LoadBalancerJob, named: string | undefined): Promise<ApiObject | undefined> {
  const { inputs, target, ctx } = job;
  const found = await findByName(job, named);
  const held = found && (await settled(target, found.id, found));
  if (!held) return undefined;
  const { id } = held;
  const object = `LoadBalancer ${inputs.name}`;
  const ours = isMarked(held, inputs.owner) && !isOfAnotherRun(foundOf(held, job.ownership, false), job.ownership);
  const differs = differingFixed(inputs.body, held);
  const broken = held.provisioning_status === "ERROR";
  // A load balancer that is named by its id must not become another one.
  if (named && ours && broken) {
    const remedy = "Remove the id: it is then deleted and created again.";
    throw failure("LB2031", { object, message: `${id} is in ERROR`, remedy });
  }
  if (differs && (named || !ours)) {
    const message = `${id} has ${differs} ${textIn(held[differs])}, declared is ${textIn(inputs.body[differs])}`;
    throw failure("LB2051", { object, message });
  }
  if (!ours || (!broken && !differs)) {
    // A load balancer that is not ours yet must not get into the state: a destroy would delete it.
    if (ours) job.recordProgress(held);
    return held;
  }
  const selection = selectionOf(inputs, job.before, await knowsTags(job));
  const users = usersOf(inputs, liveTree(await readTree(target.octavia, held, selection, { fresh: true })));
  if (users.length > 0 && !differs) throw brokenForOthers(target.name, id, users);
  if (users.length > 0) {
    ctx.notice(`load balancer ${inputs.name} (${id}) has another ${differs} and stays for others: ${listed(users)}`);
    return undefined;
  }
  ctx.notice(`load balancer ${inputs.name} (${id}) ${differs ? `has another ${differs}` : "is in ERROR"}: deleted and created again`);
  // As with every replacement: an address that is not to be kept goes with the load balancer that had it.
  const { network } = job.stack;
  const port = textIn(held.vip_port_id);
  const floating = inputs.floatingIp && port ? await floatingIpOf(network, port) : undefined;
  await deleteLoadBalancer(target, id, { cascade: true });
  if (floating) await releaseFloatingIp(network, textIn(floating.id), inputs.owner, { ...inputs.floatingIp, port });
  return undefined;
}
