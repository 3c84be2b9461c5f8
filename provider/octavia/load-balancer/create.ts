import { isObject, type JsonObject } from "../../lifecycle/json";
import { lookAgain } from "../../lifecycle/wait";
import { failedBecause } from "../client/errors";
import { LBAAS } from "../client/octavia";
import { createPlan } from "../plan/create";
import { plan } from "../plan/plan";
import { type LiveTree, liveTree } from "../tree/live";
import { isMarked } from "../tree/marks";
import { type ApiObject, answeredTree } from "../tree/read";
import { findByName } from "./adoption";
import { bringTree } from "./bring";
import { undeclaredIn } from "./drift";
import { type Job, knowsTags, projectOf, wantedOf } from "./job";
import { namingLeftPorts } from "./vip-ports";
import { active, inTurn, postLoadBalancer } from "./write";

/** Makes a load balancer with everything below it: the first call tells the whole of it, or it goes on object by object. */
export async function make(job: Job): Promise<ApiObject> {
  const { target, result, inputs } = job;
  const made = await firstCall(job);
  job.saw(made);
  return inTurn(made.id, async () => {
    const live = await whole(job, made);
    const held = await active(target, made.id, made);
    result.marked = await knowsTags(job);
    if (!live || !(await isAllActive(job, made.id))) return bringTree(job, made.id, held);
    result.ids = live.ids;
    result.undeclared = undeclaredIn(inputs.tree, live.tree, inputs.owner);
    return held;
  });
}

/** With everything below, or bare where every object gets a call of its own. */
async function firstCall(job: Job): Promise<ApiObject> {
  const { inputs, ctx, result } = job;
  const wanted = await wantedOf(job, inputs, result.securityGroupId);
  const [first] = createPlan(wanted, { serial: inputs.serial, spellOut: await poolTlsFields(job) });
  ctx.progress(`creating load balancer ${inputs.name}`);
  try {
    return await post(job, first.body ?? {});
  } catch (error) {
    // Some providers take no children in the first call (501, and NSX says 503).
    if (inputs.serial || !failedBecause(error, "not-implemented", "busy", "too-large")) throw error;
    ctx.notice(`${error.message}\nload balancer ${inputs.name} is made object by object`);
    const [bare] = createPlan(wanted, { serial: true });
    return post(job, bare.body ?? {});
  }
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
 * The tree when one call has made everything as wanted. The answer to a populated create is the only one that tells the whole tree, and
 * one more call tells whether all of it came to rest: so nothing need be listed. In doubt the tree is read.
 */
async function whole(job: Job, made: ApiObject): Promise<LiveTree | undefined> {
  const answered = answeredTree(made);
  if (!answered) return undefined;
  const live = liveTree(answered);
  const { tree } = live;
  const wanted = await wantedOf(job, job.inputs, job.result.securityGroupId);
  if (plan({ wanted, live: tree }).length > 0) return undefined;
  const used = new Set(tree.listeners.map(({ default_pool }) => default_pool));
  // What no listener leads to is missing in the call that tells the statuses.
  return tree.pools.every(({ name }) => used.has(name)) ? live : undefined;
}

async function isAllActive({ target }: Job, id: string): Promise<boolean> {
  const { statuses } = await target.octavia.get(`${LBAAS}/loadbalancers/${id}/status`);
  return allActive(statuses);
}

function allActive(held: unknown): boolean {
  if (Array.isArray(held)) return held.every(allActive);
  if (!isObject(held)) return true;
  const status = held.provisioning_status;
  return (status === undefined || status === "ACTIVE") && Object.values(held).every(allActive);
}
