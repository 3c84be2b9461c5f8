// Updates a load balancer and its objects.

import { failure } from "../../lifecycle/messages/errors";
import { nonceToWrite } from "../../lifecycle/ownership";
import { sleep } from "../../lifecycle/wait";
import { active } from "../lock";
import { plan } from "../plan/plan";
import { renames } from "../plan/renames";
import type { Step } from "../plan/step";
import { listenerKey, textIn, texts } from "../tree/compare";
import { present, preservedMembers } from "../tree/desired";
import { type LiveTree, liveTree } from "../tree/live";
import { isNonceTag, marksOf, nonceIn, nonceTag, ORPHANED_TAG } from "../tree/marks";
import { type NormalTree, treeOf } from "../tree/normal";
import { preservedCertificateNames, withPreservedCertificates } from "../tree/preserved-certificates";
import { type ApiObject, readTree, type TreeSelection } from "../tree/read-tree";
import { deleteCertificates, storeCertificates } from "./certificates";
import { ensureFloatingIp, releaseFloatingIp } from "./floating-ip";
import { NOTHING, type State } from "./inputs";
import { knowsTags, type LoadBalancerJob, vipGroupOf, wantedOf } from "./job";
import { assertFree, assertPortsFree, foreignChildrenTexts, ownedObject, selectionOf, withoutOwn } from "./ownership";
import { ensureSecurityGroup, putOnPort, removeSecurityGroup } from "./security-group";
import { execute } from "./write";

/** Makes what must exist before the tree names it: certificates, and the security group. */
export async function prepare({ inputs, result, stack, ctx, ownership }: LoadBalancerJob): Promise<void> {
  if (inputs.secrets.length > 0) {
    result.certificates = { ...result.certificates, ...(await storeCertificates(stack.keyManager, inputs.secrets)) };
  }
  if (inputs.securityGroup) {
    ctx.progress(`security group ${inputs.securityGroup.name}`);
    result.securityGroupId = await ensureSecurityGroup(stack.network, inputs.securityGroup, ownership, result.securityGroupId);
  }
}

/**
 * Updates an existing load balancer as declared, also one whose last write failed halfway.
 *
 * @param first as it was just read; what others share may have changed while we waited for our turn
 */
export async function updateTree(job: LoadBalancerJob, id: string, first?: ApiObject): Promise<ApiObject> {
  const { inputs, result, target } = job;
  // No program declared the imported fields: none is set back to a default.
  const before = job.before.imported ? { ...NOTHING, ids: job.before.ids } : job.before;
  const activeBalancer = await active(target, id, first);
  const live = await settledTree(job, activeBalancer, selectionOf(inputs, before, await knowsTags(job), job.ownership.nonce));
  const steps = await stepsTo(job, activeBalancer, live, before);
  if (steps.length > 0) job.recordProgress(activeBalancer);
  result.unseen = [...result.unseen, ...steps.flatMap(({ makes }) => makes ?? [])];
  return (await execute(target, id, steps, result.ids)) ?? activeBalancer;
}

/** Plans the calls of an update; the result has ids, foreign children and preserved parts then. Writes nothing. */
export async function stepsTo(job: LoadBalancerJob, held: ApiObject, live: LiveTree, before: State): Promise<Step[]> {
  const { inputs, result, target, ownership } = job;
  const nonce = nonceToWrite(ownedObject(held, ownership, job.verb !== "create"), ownership) ?? nonceIn(held);
  const adopted = inputs.adopt && !inputs.sharedId ? marksOf(held).filter((mark) => mark !== inputs.owner) : [];
  assertPortsFree(inputs, live.guests.listeners, ownership);
  result.ids = live.ids;
  result.others = foreignChildrenTexts(live.guests);
  const [next, earlier] = await Promise.all([
    wantedOf(job, inputs, result.securityGroupId, nonce),
    before.inputs && wantedOf(job, before.inputs, before.securityGroupId, nonce),
  ]);
  const desired = withPreservedCertificates(next, live.tree, inputs.keepCertificates);
  const naming = { was: [inputs.sharedId ? undefined : live.loadbalancer.name, before.inputs?.name], is: inputs.name };
  const observed = inputs.sharedId ? { ...live, tree: withoutOwn(live.tree) } : live;
  const renamed = renames(desired, { live: observed, before: earlier }, naming);
  result.ids = renamed.live.ids;
  recordPreserved(job, renamed.live.tree, desired, before.inputs?.tree);
  assertFree(target.name, desired, renamed.live);
  // Marks of those it is taken over from go, and the one of a load balancer that was left to its guests.
  const otherNonce = nonce === undefined ? [] : texts(held.tags).filter((tag) => isNonceTag(tag) && tag !== nonceTag(nonce));
  const gone = inputs.sharedId ? [] : [...adopted, ...otherNonce, ORPHANED_TAG];
  const { before: declared = treeOf({}, [], []) } = renamed;
  const earlierTree = { ...declared, tags: [...texts(declared.tags), ...gone] };
  return [...renamed.steps, ...plan({ desired, live: renamed.live.tree, before: earlierTree, keep: inputs.keep })];
}

/** Takes over what is kept into the result, and reports listeners that are not created: no certificate of theirs is known. */
export function recordPreserved(
  { inputs, result, target, ctx }: LoadBalancerJob,
  live: NormalTree,
  desired: NormalTree,
  declared?: NormalTree,
) {
  const how = { owner: inputs.owner, certificates: result.certificates, ...(declared ? { declared } : {}) };
  result.kept = { members: preservedMembers(live, desired, inputs.keep, how), live: present(live, how) };
  const made = new Set(desired.listeners.map(listenerKey));
  for (const listener of inputs.tree.listeners) {
    if (made.has(listenerKey(listener))) continue;
    const name = textIn(listener.name) || listenerKey(listener);
    ctx.notice(`listener ${name} of load balancer ${target.name} is not created: the Secret with its certificate is missing`);
  }
}

/** Number of reads of parts that are not ACTIVE although their load balancer is. */
const LOOKS = 5;

/**
 * Tree below an ACTIVE load balancer. Everything there becomes ACTIVE with it; with some providers, and old servers, parts of a populated
 * create never do.
 */
async function settledTree({ target, result }: LoadBalancerJob, loadbalancer: ApiObject, selection: TreeSelection): Promise<LiveTree> {
  for (let look = 1; ; look++) {
    const live = liveTree(await readTree(target.octavia, loadbalancer, selection, { fresh: true }));
    const places = Object.entries(live.unsettled);
    if (places.length === 0) return live;
    const text = places
      .slice(0, 5)
      .map(([place, status]) => `${place} is ${status}`)
      .join(", ");
    const object = `LoadBalancer ${target.name}`;
    if (places.some(([, status]) => status === "ERROR")) throw failure("LB2045", { object, message: text });
    if (look === LOOKS) {
      result.unfinished = true;
      throw failure("LB2048", { object, message: text });
    }
    await sleep(target.waits.intervalMs * look);
  }
}

/** Puts security group and floating IP on the VIP port. */
export async function updateVip(job: LoadBalancerJob, loadbalancer: ApiObject): Promise<void> {
  const { inputs, before, result, ctx, stack } = job;
  const { network } = stack;
  const port = textIn(loadbalancer.vip_port_id);
  const earlier = before.inputs;
  if (inputs.securityGroup && result.securityGroupId) {
    if (!(await vipGroupOf(job, inputs, result.securityGroupId))) await putOnPort(network, port, result.securityGroupId);
  } else if (result.securityGroupId) {
    if (!ctx.isStillInUse?.(result.securityGroupId)) await removeSecurityGroup(network, result.securityGroupId, port);
    result.securityGroupId = undefined;
  }
  if (inputs.floatingIp) {
    if (port === "") throw failure("LB2050", { object: `LoadBalancer ${inputs.name}`, message: "it has no VIP port" });
    ctx.progress("floating IP");
    const marked = result.floatingIp?.marked ? result.floatingIp.id : undefined;
    const earlierIp = earlier && { owner: earlier.owner, description: earlier.floatingIp?.description, marked };
    result.floatingIp = await ensureFloatingIp(network, port, inputs.floatingIp, inputs.owner, earlierIp);
  } else if (result.floatingIp) {
    const { id, marked } = result.floatingIp;
    if (!ctx.isStillInUse?.(id)) await releaseFloatingIp(network, id, earlier?.owner ?? "", { ...earlier?.floatingIp, port, marked });
    result.floatingIp = undefined;
  }
}

/** Certificates that are neither declared nor kept by a listener, unless others use them. */
export async function dropCertificates({ inputs, result, stack, ctx }: LoadBalancerJob, all = false): Promise<void> {
  const served = preservedCertificateNames(result.kept?.live, inputs.keepCertificates);
  const stay = new Set(all ? [] : [...inputs.secrets.map(({ name }) => name), ...served]);
  const [kept, stale] = [true, false].map((stays) =>
    Object.fromEntries(Object.entries(result.certificates).filter(([name]) => stay.has(name) === stays)),
  );
  const used = await deleteCertificates(stack, stale ?? {});
  if (used.length > 0) ctx.notice(`certificates stay in Barbican, other load balancers use them: ${used.join(", ")}`);
  result.certificates = kept ?? {};
}
