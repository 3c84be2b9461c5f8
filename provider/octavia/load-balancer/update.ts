import { failure, PartialFailure } from "../../lifecycle/errors";
import type { Bag, Context } from "../../lifecycle/kind";
import { readLoadBalancer } from "../live/read-tree";
import { queued } from "../write/queue";
import { applyBeside, applyCertificates, applySecurityGroup, applyTree } from "./apply";
import { assertSupported, lastSeen } from "./create";
import { declaredOf, inputsOf } from "./inputs";
import { outputs, progressOf } from "./outputs";
import { assertOurs } from "./ownership";
import { siteOf } from "./site";

/** Brings the load balancer to what is declared now; what nobody declares any more goes back to its default. */
export async function update(ctx: Context, id: string, olds: Bag, declared: Bag): Promise<Bag> {
  const news = declaredOf(id, olds, declared);
  const inputs = inputsOf(news);
  const earlier = inputsOf(olds);
  const site = siteOf(ctx, inputs.name || id);
  const loadbalancer = await readLoadBalancer(site.stack.octavia, id);
  if (!loadbalancer) {
    throw failure("LB2033", {
      object: `LoadBalancer ${inputs.name}`,
      message: `${id} is gone`,
      remedy: "Run `pulumi refresh`, then `pulumi up`.",
    });
  }
  // Who imports one means to have it.
  const adopt = inputs.adopt || olds.imported === true;
  if (!inputs.sharedId) assertOurs(loadbalancer, { owner: inputs.owner, before: earlier.owner, adopt, known: true });
  await assertSupported(site, inputs);
  const at = progressOf(olds, loadbalancer);
  try {
    await applyCertificates(site, inputs, at);
    await applySecurityGroup(site, inputs, at);
    // What an import found nobody declared: it is no reason to put anything back.
    const before = olds.imported === true ? { ids: olds.ids } : olds;
    await queued(id, () => applyTree(site, inputs, before, id, at));
    await applyBeside(site, inputs, olds, at);
    return outputs(news, at);
  } catch (error) {
    // The old declaration stays: from it the next run knows which fields are to go back to their defaults.
    throw new PartialFailure(id, { ...outputs(olds, await lastSeen(site, at)), imported: olds.imported }, error);
  }
}
