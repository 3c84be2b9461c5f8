// The adapter of the load balancer: one resource with listeners, pools, members and policies.

import { z } from "zod";
import { LOAD_BALANCER, type loadBalancerInputs } from "../../../resources/octavia/load-balancer";
import type { Adapter } from "../../lifecycle/adapter";
import { isObject, type Properties } from "../../lifecycle/bodies/json";
import type { Shape } from "../../lifecycle/bodies/shape";
import { byHand } from "../../lifecycle/messages/drift-messages";
import { failure } from "../../lifecycle/messages/errors";
import { handlerOf } from "../../lifecycle/resource-lifecycle";
import { active, inTurn, settled } from "../lock";
import { plan, removeOneByOne } from "../plan/plan";
import { check } from "../preview/check";
import { OCTAVIA_SHAPE, objects, textIn, texts } from "../tree/compare";
import { type LiveTree, liveTree } from "../tree/live";
import { isNonceTag, marksOf, ORPHANED_TAG, otherServices } from "../tree/marks";
import { treeOf } from "../tree/normal";
import { type ApiObject, readLoadBalancer, readTree } from "../tree/read-tree";
import { candidate } from "./adoption";
import { make } from "./create";
import { diff } from "./diff";
import { releaseFloatingIp } from "./floating-ip";
import { inputsOf, type State, stateOf } from "./inputs";
import { assertSameProject, assertSupported, jobOf, knowsTags, type LoadBalancerJob, outputs, refusedElsewhere } from "./job";
import { brokenForOthers, ownedObject, preservedTree, selectionOf, userList, usersOf, withoutOwn } from "./ownership";
import { read } from "./read";
import { removeSecurityGroup } from "./security-group";
import { dropCertificates, prepare, updateTree, updateVip } from "./update";
import { deleteLoadBalancer, execute } from "./write";

/** Load balancers are written in turn: the service locks each as a whole, and resources that share one would refuse each other with 409. */
const ADAPTER: Adapter<z.output<typeof loadBalancerInputs>, ApiObject, LoadBalancerJob, State> = {
  known: z.custom<Properties>().transform(stateOf),
  job: jobOf,
  inTurn,
  find: (job) =>
    (job.verb === "read" ? read(job) : readLoadBalancer(job.stack.octavia, job.id ?? "")).catch((error: unknown) =>
      refusedElsewhere(job, error),
    ),
  candidate,
  make(job) {
    const { sharedId } = job.inputs;
    return complete(job, () => (sharedId ? inTurn(sharedId, () => updateTree(job, sharedId)) : make(job)));
  },
  async update(job, _inputs, _before, live) {
    if (job.verb === "update") {
      await assertSupported(job);
      job.recordProgress(live);
    }
    return complete(job, () => updateTree(job, live.id, live));
  },
  remove,
  async removeRemaining(job) {
    await assertSameProject(job);
    await removeBeside(job);
  },
  idOf: (_job, { id }) => id,
  // A load balancer that others made has no owner mark of ours: ours are only its listeners, pools and tags.
  markedObjects: ({ inputs, ownership, verb }, live) => (inputs.sharedId ? [] : [ownedObject(live, ownership, verb !== "create")]),
  declared: ({ result }) => result.held,
  drift({ result, target }, live) {
    const object = `LoadBalancer ${target.name}`;
    return live ? result.drift : [{ class: "declared", object, part: target.name, field: "", what: byHand(object, "deleted") }];
  },
  outputs,
  gone({ inputs, id }) {
    const remedy = "Run `pulumi refresh`, then `pulumi up`.";
    return failure("LB2033", { object: `LoadBalancer ${inputs.name}`, message: `${id} is gone`, remedy });
  },
  /** The load balancer with its present status: in ERROR the next run replaces it. */
  lastSeen: async ({ stack }, live) => (await readLoadBalancer(stack.octavia, live.id).catch(() => undefined)) ?? live,
};

/** Creates or updates the load balancer with its certificates, security group and floating IP. */
async function complete(job: LoadBalancerJob, tree: () => Promise<ApiObject>): Promise<ApiObject> {
  await prepare(job);
  const loadbalancer = await tree();
  await updateVip(job, loadbalancer);
  await dropCertificates(job);
  return loadbalancer;
}

/** The resource that is a load balancer with everything below it. */
export const LOAD_BALANCERS = handlerOf(
  LOAD_BALANCER,
  { check: (_olds, news) => check(news), diff, parts, shapeOf, objects: heldIn },
  ADAPTER,
);

/** Lists of which a reader expects the order of the program. */
const ORDERED = new Set(["l7policies", "rules"]);

/** The body, whose policies have an order of their own; secrets stay where the engine knows them. */
function shapeOf(input: string): Shape | undefined {
  if (input !== "loadBalancer") return undefined;
  const identity: Shape["identity"] = (path, element) =>
    ORDERED.has(path.at(-1) ?? "") ? undefined : OCTAVIA_SHAPE.identity(path, element);
  return { ...OCTAVIA_SHAPE, identity };
}

/** The load balancer, whichever resource declares it; what a guest has in one is known by the name that it has there. */
function parts(news: Properties): string[] {
  const { name, sharedId, body } = inputsOf(news);
  const ownPart = sharedId === undefined || isObject(news.own) ? [`loadbalancers/${textIn(body.project_id)}/${name}`] : [];
  return name === "" ? [] : [...ownPart, ...(sharedId === undefined ? [] : [`guests/${sharedId}/${name}`])];
}

/** The ids of what a resource is: its load balancer with what leads to it, and its own parts; a guest has nothing but parts. */
function heldIn(id: string, outs: Properties): string[] {
  const { ids = {}, inputs, floatingIp, securityGroupId } = stateOf(outs);
  const ownIds = inputs?.sharedId ? [] : [id, floatingIp?.id, securityGroupId];
  return [...ownIds, ...Object.values(ids)].filter((one) => one !== undefined && one !== "").map(String);
}

/** Deletes the load balancer with one call, unless others use it, then what stood beside it. */
async function remove(job: LoadBalancerJob, loadbalancer: ApiObject): Promise<void> {
  if (job.inputs.sharedId && Object.values(job.before.ids ?? {}).some((part) => job.ctx.isStillInUse?.(textIn(part)))) return;
  // Guests of a load balancer that stays still use what leads to it.
  if (await removeTree(job, loadbalancer)) return dropCertificates(job, true);
  await removeBeside(job);
}

/** Removes floating IP, security group and certificates of a load balancer that is gone. */
async function removeBeside(job: LoadBalancerJob): Promise<void> {
  const { ctx, inputs, before, result, stack } = job;
  const port = before.vipPortId;
  if (result.floatingIp && !ctx.isStillInUse?.(result.floatingIp.id)) {
    const { id, marked } = result.floatingIp;
    await releaseFloatingIp(stack.network, id, inputs.owner, { ...inputs.floatingIp, port, marked });
  }
  if (result.securityGroupId && !ctx.isStillInUse?.(result.securityGroupId))
    await removeSecurityGroup(stack.network, result.securityGroupId, port);
  await dropCertificates(job, true);
}

/** True when the load balancer stays although it was ours: others use it. */
async function removeTree(job: LoadBalancerJob, loadbalancer: ApiObject): Promise<boolean> {
  const { inputs, before, target, ctx } = job;
  const { id } = loadbalancer;
  const liveBalancer = inputs.sharedId ? await active(target, id, loadbalancer) : await settled(target, id, loadbalancer);
  if (!liveBalancer) return false;
  const selection = selectionOf(inputs, before, await knowsTags(job));
  const live = liveTree(await readTree(target.octavia, liveBalancer, selection, { fresh: true }));
  if (inputs.sharedId) {
    await removeOurs(job, live);
    await removeLeft(job, liveBalancer);
    return false;
  }
  const users = usersOf(inputs, live);
  const broken = liveBalancer.provisioning_status === "ERROR";
  if (users.length > 0) {
    if (broken) throw brokenForOthers(target.name, id, users);
    await removeOurs(job, live);
    ctx.notice(
      `load balancer ${inputs.name} (${id}) stays with its addresses, others use it: ${userList(users)}. \`k8s-lb orphans\` lists it when they have gone`,
    );
    return true;
  }
  if (!inputs.cascadeDelete && liveBalancer.provisioning_status === "ACTIVE")
    await execute(target, id, removeOneByOne(live.tree), live.ids);
  await removeWhole(job, id, inputs.cascadeDelete || broken);
  return false;
}

/** Deletes a load balancer; `cascade` deletes everything below too, and is for one without objects of others. */
async function removeWhole({ ctx, target }: LoadBalancerJob, id: string, cascade: boolean): Promise<void> {
  ctx.progress(`deleting load balancer ${target.name}`);
  await deleteLoadBalancer(target, id, { cascade });
}

/** Removes our listeners, pools and tags from a load balancer that stays. One that was ours keeps the mark for the next run. */
async function removeOurs(job: LoadBalancerJob, live: LiveTree): Promise<void> {
  const { inputs, target } = job;
  const marks = inputs.sharedId ? [] : [inputs.owner, ORPHANED_TAG];
  const desired = preservedTree(live, (await knowsTags(job)) ? marks : undefined);
  const nonces = inputs.sharedId ? [] : texts(live.tree.tags).filter(isNonceTag);
  const before = treeOf({ tags: [...texts(inputs.body.tags), inputs.owner, ...nonces] }, [], []);
  await execute(target, live.loadbalancer.id, plan({ desired, live: withoutOwn(live.tree), before }), live.ids);
}

/** The last guest takes away what its own program had left to it; what others have left is theirs to remove. */
async function removeLeft(job: LoadBalancerJob, { id, tags }: ApiObject): Promise<void> {
  const { inputs, target, ctx } = job;
  if (!texts(tags).includes(ORPHANED_TAG)) return;
  const live = await active(target, id);
  if (objects(live.listeners).length > 0 || objects(live.pools).length > 0 || otherServices(live, []).length > 0) return;
  if (texts(tags).includes(inputs.owner)) return removeWhole(job, id, false);
  const [whose] = marksOf(live);
  ctx.notice(
    `load balancer ${live.name} (${id}) has no users any longer, and ${whose} has no resource for it: \`k8s-lb orphans\` lists it`,
  );
}
