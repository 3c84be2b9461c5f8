import type { Bag, Context } from "../../lifecycle/kind";
import type { JsonObject } from "../../lifecycle/sanitize";
import { releaseFloatingIp } from "../beside/floating-ip";
import { removeSecurityGroup } from "../beside/security-group";
import { failedBecause } from "../client";
import { EVERYTHING, LBAAS, readLoadBalancer, readTree } from "../live/read-tree";
import { plan, removeOneByOne } from "../plan";
import { texts } from "../tree/keys";
import { liveTree } from "../tree/live";
import { execute } from "../write/execute";
import { locked } from "../write/locked";
import { queued } from "../write/queue";
import { active, gone, settled } from "../write/settle";
import { dropCertificates, knowsTags, releaseOf } from "./apply";
import { type Inputs, inputsOf } from "./inputs";
import { progressOf } from "./outputs";
import { assertOurs, otherServices } from "./ownership";
import { assertSameProject } from "./project";
import { selectionOf } from "./selection";
import { type Site, siteOf } from "./site";

/** Deletes the load balancer with one call, then what stood beside it; gone counts as deleted. */
export async function remove(ctx: Context, id: string, last: Bag): Promise<void> {
  const inputs = inputsOf(last);
  const site = siteOf(ctx, inputs.name || id);
  const loadbalancer = await readLoadBalancer(site.stack.octavia, id);
  const at = progressOf(last, loadbalancer ?? {});
  const port = typeof last.vipPortId === "string" ? last.vipPortId : undefined;
  if (!loadbalancer) await assertSameProject(site, last);
  else {
    if (!inputs.sharedId) assertOurs(loadbalancer, { owner: inputs.owner, before: undefined, adopt: false, known: true });
    await queued(id, () => removeTree(site, inputs, last, loadbalancer));
  }
  const { network } = site.stack;
  if (at.floatingIp) await releaseFloatingIp(network, at.floatingIp.id, inputs.owner, { ...releaseOf(inputs), port });
  if (at.securityGroupId) await removeSecurityGroup(network, at.securityGroupId, port);
  await dropCertificates(site, [], at);
}

async function removeTree(site: Site, inputs: Inputs, last: Bag, loadbalancer: JsonObject): Promise<void> {
  const others = otherServices(loadbalancer, texts(inputs.body.tags));
  if (inputs.sharedId) return removeOurs(site, inputs, last, loadbalancer);
  if (others.length > 0) {
    site.ctx.notice(`load balancer ${inputs.name} stays: ${others.join(", ")} use it`);
    return removeOurs(site, { ...inputs, sharedId: String(loadbalancer.id) }, last, loadbalancer);
  }
  const id = String(loadbalancer.id);
  const held = await settled(site.watch, id, loadbalancer);
  if (!held) return;
  if (!inputs.cascadeDelete && held.provisioning_status === "ACTIVE") {
    const live = liveTree(await readTree(site.stack.octavia, held, EVERYTHING, { fresh: true }));
    await execute(site.watch, id, removeOneByOne(live.flat), live.ids);
  }
  site.ctx.progress(`deleting load balancer ${inputs.name}`);
  await locked(site.watch, id, () => deleteWhole(site, id, inputs.cascadeDelete || held.provisioning_status === "ERROR"));
  await gone(site.watch, id);
}

async function deleteWhole({ stack }: Site, id: string, cascade: boolean): Promise<void> {
  try {
    await stack.octavia.delete(`${LBAAS}/loadbalancers/${id}`, cascade ? { cascade: true } : undefined);
  } catch (error) {
    if (!failedBecause(error, "not-found")) throw error;
  }
}

/** Of a load balancer that stays: our listeners and pools go, and our tags. */
async function removeOurs(site: Site, inputs: Inputs, last: Bag, loadbalancer: JsonObject): Promise<void> {
  const id = String(loadbalancer.id);
  const held = await active(site.watch, id, loadbalancer);
  const tags = await knowsTags(site);
  const selection = selectionOf(inputs, last, tags);
  const live = liveTree(await readTree(site.stack.octavia, held, selection, { fresh: true }));
  const ours = [...texts(inputs.body.tags), inputs.owner];
  const wanted = { tags: [], listeners: [], pools: [] };
  const steps = plan({ wanted, live: live.flat, before: tags ? { tags: ours } : {} });
  await execute(site.watch, id, steps, live.ids);
}
