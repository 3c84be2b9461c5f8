import { PartialFailure } from "../../lifecycle/errors";
import type { Bag, Context } from "../../lifecycle/handler";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { lookAgain } from "../../lifecycle/wait";
import { failedBecause } from "../client/errors";
import { LBAAS } from "../client/octavia";
import { createPlan } from "../plan/create";
import { plan } from "../plan/plan";
import { liveTree } from "../tree/live";
import { isMarked } from "../tree/marks";
import { type ApiObject, answeredTree } from "../tree/read";
import { findByName, judgedById, takeOver } from "./adoption";
import { inputsOf } from "./inputs";
import { assertSupported, type Job, jobFor, lastSeen, outputs, projectOf, wantedOf } from "./job";
import { bringTree, bringVip, dropCertificates, prepare } from "./update";
import { namingLeftPorts } from "./vip-ports";
import { active, inTurn, postLoadBalancer } from "./write";

/** Makes the load balancer, or goes on with one of ours that an earlier run left half-made. */
export async function create(ctx: Context, declared: Bag): Promise<{ id: string; outs: Bag }> {
  const named = inputsOf(declared).sharedId;
  const inputs = await judgedById(ctx, declared);
  const job = jobFor(ctx, named ?? "", inputs);
  const { result } = job;
  try {
    await assertSupported(job);
    const existing = inputs.sharedId ?? (await takeOver(job, named))?.id;
    await prepare(job);
    const id = existing ?? (await make(job));
    await inTurn(id, async () => {
      if (existing || !(await isWhole(job, id))) await bringTree(job, id);
    });
    await bringVip(job);
    await dropCertificates(job);
    return { id, outs: outputs(inputs, result) };
  } catch (error) {
    // What is not ours yet must not get into the state: a destroy would take it away.
    if (!result.ours || !result.loadbalancer) throw error;
    throw new PartialFailure(result.loadbalancer.id, outputs(inputs, await lastSeen(job)), error);
  }
}

/** The first call: with everything below, or bare where every object gets a call of its own; the id. */
async function make(job: Job): Promise<string> {
  const { inputs, ctx, result } = job;
  const wanted = await wantedOf(job, inputs, result.securityGroupId);
  const [first] = createPlan(wanted, { serial: inputs.serial, spellOut: await poolTlsFields(job) });
  ctx.progress(`creating load balancer ${inputs.name}`);
  result.ours = true;
  try {
    result.loadbalancer = await post(job, first.body ?? {});
  } catch (error) {
    // Some providers take no children in the first call (501, and NSX says 503).
    if (inputs.serial || !failedBecause(error, "not-implemented", "busy", "too-large")) throw error;
    ctx.notice(`${error.message}\nload balancer ${inputs.name} is made object by object`);
    const [bare] = createPlan(wanted, { serial: true });
    result.loadbalancer = await post(job, bare.body ?? {});
  }
  return result.loadbalancer.id;
}

/** The fields of TLS that this server knows of pools. */
async function poolTlsFields({ stack: { octavia } }: Job): Promise<string[]> {
  const known = await Promise.all([octavia.supports("tlsCiphers"), octavia.supports("poolTlsVersions"), octavia.supports("poolAlpn")]);
  return ["tls_ciphers", "tls_versions", "alpn_protocols"].filter((_, index) => known[index]);
}

/** An answer that got lost says nothing about the load balancer: it is looked for before the failure is reported. */
async function post(job: Job, body: JsonObject): Promise<ApiObject> {
  const { stack, inputs, target } = job;
  try {
    return await postLoadBalancer(stack.octavia, body);
  } catch (error) {
    const project = () => projectOf(job, inputs);
    if (failedBecause(error, "quota")) throw await namingLeftPorts(stack, project, inputs.body, error);
    if (!failedBecause(error, "unavailable", "duplicate")) throw error;
    const ours = async () => {
      const found = await findByName(job);
      return found && isMarked(found, inputs.owner) ? found : undefined;
    };
    const made = await lookAgain(ours, target.waits.intervalMs);
    if (made) return made;
    throw failedBecause(error, "duplicate") ? await namingLeftPorts(stack, project, inputs.body, error) : error;
  }
}

/**
 * True when one call has made everything as wanted. The answer to a populated create is the only one that tells the whole tree,
 * and one more call tells whether all of it came to rest: so nothing need be listed. In doubt the tree is read.
 */
async function isWhole(job: Job, id: string): Promise<boolean> {
  const { result, target, inputs } = job;
  const answered = result.loadbalancer && answeredTree(result.loadbalancer);
  if (!answered) return false;
  const live = liveTree(answered);
  const wanted = await wantedOf(job, inputs, result.securityGroupId);
  if (plan({ wanted, live: live.tree }).length > 0) return false;
  const used = new Set(live.tree.listeners.map(({ default_pool }) => default_pool));
  // What no listener leads to is missing in the call that tells the statuses.
  if (live.tree.pools.some(({ name }) => !used.has(name))) return false;
  result.loadbalancer = await active(target, id, result.loadbalancer);
  const { statuses } = await target.octavia.get(`${LBAAS}/loadbalancers/${id}/status`);
  if (!allActive(statuses)) return false;
  result.ids = live.ids;
  return true;
}

function allActive(held: unknown): boolean {
  if (Array.isArray(held)) return held.every(allActive);
  if (!isObject(held)) return true;
  const status = held.provisioning_status;
  return (status === undefined || status === "ACTIVE") && Object.values(held).every(allActive);
}
