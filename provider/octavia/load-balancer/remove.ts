import type { JsonObject } from "../../lifecycle/json";
import type { Bag, Context } from "../../lifecycle/kind";
import { releaseFloatingIp } from "../beside/floating-ip";
import { removeSecurityGroup } from "../beside/security-group";
import { LBAAS, readLoadBalancer, readTree } from "../live/read-tree";
import { plan, removeOneByOne } from "../plan";
import { objects, texts } from "../tree/keys";
import { type LiveTree, liveTree } from "../tree/live";
import { execute } from "../write/execute";
import { locked } from "../write/locked";
import { queued } from "../write/queue";
import { active, gone, settled } from "../write/settle";
import { dropCertificates, knowsTags, releaseOf } from "./apply";
import { brokenForOthers, holders, keptFor, listed } from "./guests";
import { type Inputs, inputsOf } from "./inputs";
import { progressOf } from "./outputs";
import { assertOurs, LEFT, marksOf, otherServices } from "./ownership";
import { assertSameProject } from "./project";
import { selectionOf } from "./selection";
import { type Site, siteOf } from "./site";

/** Deletes the load balancer with one call, unless others use it, then what stood beside it; gone counts as deleted. */
export async function remove(ctx: Context, id: string, last: Bag): Promise<void> {
  const inputs = { ...inputsOf(last), adopt: false };
  const site = siteOf(ctx, inputs.name || id);
  const loadbalancer = await readLoadBalancer(site.stack.octavia, id);
  const at = progressOf(last, loadbalancer ?? {});
  const port = typeof last.vipPortId === "string" ? last.vipPortId : undefined;
  if (!loadbalancer) await assertSameProject(site, last);
  else {
    if (!inputs.sharedId) assertOurs(loadbalancer, { owner: inputs.owner, before: undefined, adopt: false, known: true });
    // What leads to a load balancer that stays is of use to its guests.
    const stays = await queued(id, () => removeTree(site, inputs, last, loadbalancer));
    if (stays) return dropCertificates(site, [], at);
  }
  const { network } = site.stack;
  if (at.floatingIp) await releaseFloatingIp(network, at.floatingIp.id, inputs.owner, { ...releaseOf(inputs), port });
  if (at.securityGroupId) await removeSecurityGroup(network, at.securityGroupId, port);
  await dropCertificates(site, [], at);
}

/** True when the load balancer stays although it was ours: others use it. */
async function removeTree(site: Site, inputs: Inputs, last: Bag, loadbalancer: JsonObject): Promise<boolean> {
  const id = String(loadbalancer.id);
  const held = inputs.sharedId ? await active(site.watch, id, loadbalancer) : await settled(site.watch, id, loadbalancer);
  if (!held) return false;
  const tags = await knowsTags(site);
  const live = liveTree(await readTree(site.stack.octavia, held, selectionOf(inputs, last, tags), { fresh: true }));
  if (inputs.sharedId) {
    await removeOurs(site, inputs, live);
    await removeLeft(site, inputs, held);
    return false;
  }
  const users = holders(inputs, live);
  const broken = held.provisioning_status === "ERROR";
  if (users.length > 0) {
    if (broken) throw brokenForOthers(site.watch.name, id, users);
    await removeOurs(site, inputs, live);
    site.ctx.notice(
      `load balancer ${inputs.name} (${id}) stays with its addresses, others use it: ${listed(users)}. \`k8s-lb orphans\` lists it when they have gone`,
    );
    return true;
  }
  if (!inputs.cascadeDelete && held.provisioning_status === "ACTIVE") {
    await execute(site.watch, id, removeOneByOne(live.flat), live.ids);
  }
  await removeWhole(site, id, inputs.cascadeDelete || broken);
  return false;
}

/** With everything below when it `cascade`s: only what nothing of others hangs on. */
async function removeWhole(site: Site, id: string, cascade: boolean): Promise<void> {
  site.ctx.progress(`deleting load balancer ${site.watch.name}`);
  await locked(site.watch, id, () => site.stack.octavia.delete(`${LBAAS}/loadbalancers/${id}`, cascade ? { cascade: true } : undefined));
  await gone(site.watch, id);
}

/** Of a load balancer that stays: our listeners and pools go, and our tags. One that was ours keeps the mark. */
async function removeOurs(site: Site, inputs: Inputs, live: LiveTree): Promise<void> {
  const tags = await knowsTags(site);
  const marks = inputs.sharedId ? [] : [inputs.owner, LEFT];
  const wanted = { ...(tags ? { tags: marks } : {}), ...keptFor(live) };
  const steps = plan({ wanted, live: live.flat, before: { tags: [...texts(inputs.body.tags), inputs.owner] } });
  await execute(site.watch, live.id, steps, live.ids);
}

/** The last guest takes away what its own program had left to it; what others have left is theirs to remove. */
async function removeLeft(site: Site, { owner }: Inputs, { id, tags }: JsonObject): Promise<void> {
  if (!texts(tags).includes(LEFT)) return;
  const held = await active(site.watch, String(id));
  if (objects(held.listeners).length > 0 || objects(held.pools).length > 0 || otherServices(held, []).length > 0) return;
  if (texts(tags).includes(owner)) return removeWhole(site, String(id), false);
  const [whose] = marksOf(held);
  site.ctx.notice(
    `load balancer ${String(held.name)} (${String(id)}) serves nobody any more; ${whose} has left it: \`k8s-lb orphans\` lists it`,
  );
}
