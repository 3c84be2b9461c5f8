// One operation on a load balancer: its declaration, its state, and the result so far.

import type { z } from "zod";
import { FIXED, type loadBalancerInputs } from "../../../resources/octavia/load-balancer";
import { notOnOvn, tooNew } from "../../../resources/octavia/unsupported";
import type { Operation } from "../../lifecycle/adapter";
import type { JsonObject, Properties } from "../../lifecycle/bodies/json";
import type { Drift } from "../../lifecycle/drift";
import { failure } from "../../lifecycle/messages/errors";
import { connect, type OpenStack } from "../client";
import { failedBecause } from "../client/errors";
import { type LoadBalancerTarget, waitsOf } from "../lock";
import { isVoid, textIn } from "../tree/compare";
import { desiredTree } from "../tree/desired";
import type { Ids } from "../tree/live";
import { type MembersByPool, type NormalTree, nest, withMembers } from "../tree/normal";
import { withPreservedCertificates } from "../tree/preserved-certificates";
import type { ApiObject } from "../tree/read-tree";
import { declaredOf, inputsOf, type LoadBalancerJobInputs, NOTHING, type State } from "./inputs";

type LoadBalancerOperation = Operation<z.output<typeof loadBalancerInputs>, ApiObject, State>;

/** One operation on one load balancer: the declaration, the state, and the result so far. */
export interface LoadBalancerJob extends Omit<LoadBalancerOperation, "inputs" | "last"> {
  /** The services, whose errors name the load balancer they were asked for. */
  readonly stack: OpenStack;
  readonly target: LoadBalancerTarget;
  /** Declared inputs; for a load balancer named by its id only the first look tells them. */
  inputs: LoadBalancerJobInputs;
  /** State when the operation began. */
  readonly before: State;
  readonly result: JobResult;
}

/** Content of the state besides the inputs; a run that fails in the middle leaves its intermediate result. */
export interface JobResult
  extends Pick<State, "others" | "certificates" | "floatingIp" | "securityGroupId" | "undeclared" | "unseen" | "marked" | "lostId"> {
  ids: Ids;
  /** Members and certificates that are kept: the run that declares them again must know what there is. */
  kept?: KeptParts;
  unfinished?: boolean;
  /** The inputs as the server holds them, and what of it is not as it was left; what a read is for. */
  held: Properties;
  drift: Drift[];
  /** One child no longer has its mark. */
  unmarked?: boolean;
}

/** Parts of a load balancer that stay as the server has them, in the words of the program. */
interface KeptParts {
  members: MembersByPool;
  /** The tree of the server, for the certificates of its listeners. */
  live: NormalTree;
}

export function jobOf({ inputs: _, last, ...operation }: LoadBalancerOperation): LoadBalancerJob {
  const { ctx, id = "", declared } = operation;
  const before = last?.known ?? NOTHING;
  const inputs = inputsOf(declaredOf(id, before, declared));
  const name = inputs.name || inputs.sharedId || id;
  const { octavia, network, keyManager, isAdministrator } = connect(ctx.config);
  const title = `LoadBalancer ${name}`;
  const stack: OpenStack = {
    octavia: octavia.of(title),
    network: network.of(title),
    keyManager: keyManager.of(title),
    projectId: () => octavia.of(title).projectId(),
    isAdministrator,
  };
  const target: LoadBalancerTarget = { octavia: stack.octavia, waits: waitsOf(ctx.config), name, progress: ctx.progress };
  const { unfinished: _unfinished, unmarked: _unmarked, ...keptState } = before;
  const result: JobResult = { ...keptState, ids: { ...before.ids }, held: {}, drift: [] };
  return { ...operation, stack, target, inputs, before, result };
}

/** State of a resource; `declared` has the declared inputs, or those that take their place. */
export function outputs(job: LoadBalancerJob, declared: Properties, loadbalancer: ApiObject): Properties {
  const { kept, floatingIp, certificates, ids, others, securityGroupId, unfinished, undeclared, unseen, marked, unmarked, lostId } =
    job.result;
  const { properties, tree, body, keepCertificates } = declared === job.declared ? job.inputs : inputsOf(declared);
  const live = kept && withPreservedCertificates(withMembers(tree, kept.members), kept.live, keepCertificates);
  const vipAddress = textIn(loadbalancer.vip_address) || undefined;
  return {
    ...properties,
    // `keep` counts for one run.
    keep: undefined,
    ...(live ? { loadBalancer: nest(live, body) } : {}),
    vipAddress,
    vipPortId: textIn(loadbalancer.vip_port_id) || undefined,
    provisioningStatus: textIn(loadbalancer.provisioning_status) || undefined,
    address: floatingIp?.address ?? vipAddress,
    floatingIpAddress: floatingIp?.address,
    floatingIpId: floatingIp?.id,
    securityGroupId,
    certificates: Object.keys(certificates).length > 0 ? { ...certificates } : undefined,
    ids: Object.fromEntries(Object.entries(ids).filter(([place]) => isShown(place))),
    others: others.length > 0 ? others : undefined,
    fixed: fixedOf(loadbalancer),
    unfinished,
    // The engine shows no property that begins so.
    __others: undeclared,
    __unseen: unseen.length > 0 ? [...unseen] : undefined,
    __marked: marked || undefined,
    __floatingIpMarked: floatingIp?.marked || undefined,
    __unmarked: unmarked,
    __lostId: lostId,
  };
}

/** Fields of a load balancer that the API never changes, as the server holds them: only another value of these needs a new one. */
function fixedOf(loadbalancer: JsonObject): JsonObject {
  return Object.fromEntries(
    FIXED.flatMap((field) => {
      const value = loadbalancer[field];
      return value === undefined || isVoid(value) ? [] : [[field, value]];
    }),
  );
}

function isShown(place: string): boolean {
  return /^(listeners|pools)\//.test(place) && !/\/(members|rules)\//.test(place);
}

/** True if the server knows tags; without them, marks are in descriptions. */
export function knowsTags({ stack }: LoadBalancerJob): Promise<boolean> {
  return stack.octavia.supports("tags");
}

/** Fields that this server, or this provider, is known not to take. */
export async function assertSupported({ stack, inputs }: LoadBalancerJob): Promise<void> {
  const [first] = [...tooNew(inputs.body, await stack.octavia.version()), ...(inputs.body.provider === "ovn" ? notOnOvn(inputs.body) : [])];
  if (!first) return;
  const object = `LoadBalancer ${inputs.name}`;
  throw failure("LB2038", { object, pointer: `/loadBalancer${first.pointer}`, message: first.message });
}

/**
 * From API 2.29 on a load balancer takes groups in `vip_sg_ids`, in place of its own, which lets everything pass; but not together
 * with `allowed_cidrs`, and a load balancer of others keeps its groups.
 */
export async function vipGroupOf(
  { stack }: LoadBalancerJob,
  inputs: LoadBalancerJobInputs,
  group: string | undefined,
): Promise<string | undefined> {
  const restricted = inputs.tree.listeners.some(({ allowed_cidrs }) => !isVoid(allowed_cidrs));
  if (!group || inputs.sharedId || !inputs.securityGroup || restricted || inputs.body.provider === "ovn") return undefined;
  return (await stack.octavia.supports("vipSecurityGroups")) ? group : undefined;
}

/**
 * Wanted tree of these inputs, once certificates and security group exist.
 *
 * @param nonce to write on the load balancer itself
 */
export async function wantedOf(
  job: LoadBalancerJob,
  inputs: LoadBalancerJobInputs,
  group: string | undefined,
  nonce?: string,
): Promise<NormalTree> {
  const [tags, vipGroup] = await Promise.all([knowsTags(job), vipGroupOf(job, inputs, group)]);
  const shared = job.inputs.sharedId !== undefined;
  const marking = { owner: inputs.owner, tags, shared, vipGroup, restored: job.before.marked, nonce, newNonce: job.ownership.nonce };
  return desiredTree(inputs.tree, marking, job.result.certificates);
}

/** The project the load balancer lives in. */
export async function projectOf({ stack }: LoadBalancerJob, { body }: LoadBalancerJobInputs): Promise<string> {
  return typeof body.project_id === "string" ? body.project_id : stack.projectId();
}

/** Refusal of a server that hides objects of other projects: the project to connect to, in the place of a role that would not help. */
export async function refusedElsewhere(job: LoadBalancerJob, error: unknown): Promise<never> {
  if (failedBecause(error, "forbidden")) await assertSameProject(job, "it may not be read");
  throw error;
}

/**
 * Octavia answers 404 for a load balancer of another cloud, which would empty the state after a wrong `OS_CLOUD`: it counts as
 * gone only for credentials of the project it was made in.
 */
export async function assertSameProject(job: LoadBalancerJob, outcome = "not found"): Promise<void> {
  const made = textIn(job.before.fixed.project_id);
  const here = await projectOf(job, job.inputs);
  if (!made || !here || made === here) return;
  const message = `${outcome} with credentials for project ${here}; it was made in project ${made}`;
  throw failure("LB2052", { object: `LoadBalancer ${job.inputs.name}`, message });
}
