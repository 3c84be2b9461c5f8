import { plan, removeOneByOne } from "../plan/plan";
import { objects, texts } from "../tree/compare";
import { type LiveTree, liveTree } from "../tree/live";
import { LEFT, marksOf, otherServices } from "../tree/marks";
import { treeOf } from "../tree/normal";
import { type ApiObject, readTree } from "../tree/read";
import { dropCertificates } from "./bring";
import { releaseFloatingIp } from "./floating-ip";
import { type Job, knowsTags } from "./job";
import { brokenForOthers, keptFor, listed, selectionOf, usersOf, withoutOwn } from "./ownership";
import { removeSecurityGroup } from "./security-group";
import { active, deleteLoadBalancer, execute, settled } from "./write";

/** Deletes the load balancer with one call, unless others use it, then what stood beside it. */
export async function remove(job: Job, loadbalancer: ApiObject): Promise<void> {
  // What leads to a load balancer that stays is of use to its guests.
  if (await removeTree(job, loadbalancer)) return dropCertificates(job, true);
  await removeBeside(job);
}

/** What stands beside a load balancer that is gone. */
export async function removeBeside(job: Job): Promise<void> {
  const { inputs, before, result, stack } = job;
  const port = before.vipPortId;
  if (result.floatingIp) {
    const { id, marked } = result.floatingIp;
    await releaseFloatingIp(stack.network, id, inputs.owner, { ...inputs.floatingIp, port, marked });
  }
  if (result.securityGroupId) await removeSecurityGroup(stack.network, result.securityGroupId, port);
  await dropCertificates(job, true);
}

/** True when the load balancer stays although it was ours: others use it. */
async function removeTree(job: Job, loadbalancer: ApiObject): Promise<boolean> {
  const { inputs, before, target, ctx } = job;
  const { id } = loadbalancer;
  const held = inputs.sharedId ? await active(target, id, loadbalancer) : await settled(target, id, loadbalancer);
  if (!held) return false;
  const selection = selectionOf(inputs, before, await knowsTags(job));
  const live = liveTree(await readTree(target.octavia, held, selection, { fresh: true }));
  if (inputs.sharedId) {
    await removeOurs(job, live);
    await removeLeft(job, held);
    return false;
  }
  const users = usersOf(inputs, live);
  const broken = held.provisioning_status === "ERROR";
  if (users.length > 0) {
    if (broken) throw brokenForOthers(target.name, id, users);
    await removeOurs(job, live);
    ctx.notice(
      `load balancer ${inputs.name} (${id}) stays with its addresses, others use it: ${listed(users)}. \`k8s-lb orphans\` lists it when they have gone`,
    );
    return true;
  }
  if (!inputs.cascadeDelete && held.provisioning_status === "ACTIVE") await execute(target, id, removeOneByOne(live.tree), live.ids);
  await removeWhole(job, id, inputs.cascadeDelete || broken);
  return false;
}

/** With everything below when it `cascade`s: only what nothing of others hangs on. */
async function removeWhole({ ctx, target }: Job, id: string, cascade: boolean): Promise<void> {
  ctx.progress(`deleting load balancer ${target.name}`);
  await deleteLoadBalancer(target, id, { cascade });
}

/** Of a load balancer that stays: our listeners and pools go, and our tags. One that was ours keeps the mark. */
async function removeOurs(job: Job, live: LiveTree): Promise<void> {
  const { inputs, target } = job;
  const marks = inputs.sharedId ? [] : [inputs.owner, LEFT];
  const wanted = keptFor(live, (await knowsTags(job)) ? marks : undefined);
  const before = treeOf({ tags: [...texts(inputs.body.tags), inputs.owner] }, [], []);
  await execute(target, live.loadbalancer.id, plan({ wanted, live: withoutOwn(live.tree), before }), live.ids);
}

/** The last guest takes away what its own program had left to it; what others have left is theirs to remove. */
async function removeLeft(job: Job, { id, tags }: ApiObject): Promise<void> {
  const { inputs, target, ctx } = job;
  if (!texts(tags).includes(LEFT)) return;
  const held = await active(target, id);
  if (objects(held.listeners).length > 0 || objects(held.pools).length > 0 || otherServices(held, []).length > 0) return;
  if (texts(tags).includes(inputs.owner)) return removeWhole(job, id, false);
  const [whose] = marksOf(held);
  ctx.notice(`load balancer ${held.name} (${id}) serves nobody any more; ${whose} has left it: \`k8s-lb orphans\` lists it`);
}
