import { failure } from "../../lifecycle/errors";
import type { Bag } from "../../lifecycle/kind";
import { sleep } from "../../lifecycle/wait";
import { deleteCertificates, storeCertificates } from "../beside/certificates";
import { ensureFloatingIp, releaseFloatingIp } from "../beside/floating-ip";
import { ensureSecurityGroup, putOnPort, removeSecurityGroup } from "../beside/security-group";
import { readLoadBalancer, readTree, type Selection } from "../live/read-tree";
import { plan, renames } from "../plan";
import { flatten } from "../tree/flatten";
import { objects, texts } from "../tree/keys";
import { type LiveTree, liveTree } from "../tree/live";
import { isVoid } from "../tree/shape";
import { wantedTree } from "../tree/wanted";
import { execute } from "../write/execute";
import { active } from "../write/settle";
import { assertFree, tellGuests } from "./guests";
import { type Inputs, inputsOf } from "./inputs";
import type { Progress } from "./outputs";
import { LEFT, marksOf } from "./ownership";
import { keptMembers } from "./present";
import { assertPortsFree, selectionOf } from "./selection";
import type { Site } from "./site";

/** How often parts that are not ACTIVE with their load balancer are looked at again. */
const LOOKS = 5;

/** Whether the server knows tags; before, marks stand in descriptions. */
export function knowsTags({ stack }: Site): Promise<boolean> {
  return stack.octavia.supports("tags");
}

/** Certificates first: the bodies name where they are stored. */
export async function applyCertificates(site: Site, inputs: Inputs, at: Progress): Promise<void> {
  if (inputs.secrets.length === 0) return;
  at.certificates = { ...at.certificates, ...(await storeCertificates(site.stack.keyManager, inputs.secrets)) };
}

/** The security group, so that the load balancer can be told to use it. */
export async function applySecurityGroup(site: Site, inputs: Inputs, at: Progress): Promise<void> {
  if (!inputs.securityGroup) return;
  site.ctx.progress(`security group ${inputs.securityGroup.name}`);
  at.securityGroupId = await ensureSecurityGroup(site.stack.network, inputs.securityGroup, inputs.owner, at.securityGroupId);
}

/**
 * From API 2.29 on a load balancer takes groups in `vip_sg_ids`, in place of its own, which lets everything pass; but not together
 * with `allowed_cidrs`, and a load balancer of others keeps its groups.
 */
export async function vipGroupOf(site: Site, inputs: Inputs, id: string | undefined): Promise<string | undefined> {
  const restricted = objects(flatten(inputs.body).listeners).some((listener) => !isVoid(listener.allowed_cidrs));
  if (!id || inputs.sharedId || !inputs.securityGroup || restricted || inputs.body.provider === "ovn") return undefined;
  return (await site.stack.octavia.supports("vipSecurityGroups")) ? id : undefined;
}

/** Brings a load balancer that exists to what is declared, whatever state its tree is in. */
export async function applyTree(site: Site, inputs: Inputs, last: Bag, id: string, at: Progress): Promise<void> {
  const { octavia } = site.stack;
  const tags = await knowsTags(site);
  // What others share may have changed while we waited for our turn.
  at.loadbalancer = await active(site.watch, id, inputs.sharedId ? undefined : at.loadbalancer);
  const adopted = inputs.adopt && !inputs.sharedId ? marksOf(at.loadbalancer).filter((mark) => mark !== inputs.owner) : [];
  const live = await settledTree(site, at, selectionOf(inputs, last, tags));
  assertPortsFree(inputs, live.guests.listeners);
  at.ids = live.ids;
  at.others = tellGuests(live.guests);
  const earlier = inputsOf(last);
  const group = typeof last.securityGroupId === "string" ? last.securityGroupId : undefined;
  const vipGroups = await Promise.all([vipGroupOf(site, inputs, at.securityGroupId), vipGroupOf(site, earlier, group)]);
  const marking = { owner: inputs.owner, tags, shared: inputs.sharedId !== undefined, vipGroup: vipGroups[0] };
  const wanted = wantedTree(inputs.body, marking, at.certificates);
  const known = last.loadBalancer !== undefined;
  const before = known
    ? wantedTree(earlier.body, { ...marking, owner: earlier.owner, vipGroup: vipGroups[1] }, at.certificates)
    : undefined;
  const naming = { was: [inputs.sharedId ? undefined : live.flat.name, earlier.name], is: inputs.name };
  const renamed = renames(wanted, { live, before }, naming);
  at.ids = renamed.live.ids;
  at.kept = keptMembers(renamed.live.flat, wanted, inputs.keep, {
    owner: inputs.owner,
    certificates: at.certificates,
    declared: flatten(earlier.body),
  });
  assertFree(site.watch.name, wanted, { ...live, ...renamed.live });
  const gone = inputs.sharedId ? [] : [...adopted, LEFT];
  const declared = { ...renamed.before, tags: [...texts(before?.tags), ...gone] };
  const steps = [...renamed.steps, ...plan({ wanted, live: renamed.live.flat, before: declared, keep: inputs.keep })];
  if (steps.length === 0) return;
  at.ours = true;
  await execute(site.watch, id, steps, at.ids);
  at.loadbalancer = (await readLoadBalancer(octavia, id)) ?? at.loadbalancer;
}

/**
 * What stands below an ACTIVE load balancer. Everything there becomes ACTIVE with it; with some providers, and old servers, parts of
 * a populated create never do.
 */
async function settledTree(site: Site, at: Progress, selection: Selection): Promise<LiveTree> {
  for (let look = 1; ; look++) {
    const live = liveTree(await readTree(site.stack.octavia, at.loadbalancer, selection, { fresh: true }));
    const places = Object.entries(live.unsettled);
    if (places.length === 0) return live;
    const text = places
      .slice(0, 5)
      .map(([place, status]) => `${place} is ${status}`)
      .join(", ");
    const object = `LoadBalancer ${site.watch.name}`;
    if (places.some(([, status]) => status === "ERROR")) throw failure("LB2045", { object, message: text });
    if (look === LOOKS) {
      at.unfinished = true;
      throw failure("LB2048", { object, message: text });
    }
    await sleep(site.watch.waits.intervalMs * look);
  }
}

/** What stands beside the tree: security group and floating IP of the VIP port, certificates that are no longer used. */
export async function applyBeside(site: Site, inputs: Inputs, last: Bag, at: Progress): Promise<void> {
  const { network } = site.stack;
  const port = String(at.loadbalancer.vip_port_id ?? "");
  const earlier = inputsOf(last);
  if (inputs.securityGroup && at.securityGroupId) {
    if (!(await vipGroupOf(site, inputs, at.securityGroupId))) await putOnPort(network, port, at.securityGroupId);
  } else if (at.securityGroupId) {
    await removeSecurityGroup(network, at.securityGroupId, port);
    at.securityGroupId = undefined;
  }
  if (inputs.floatingIp) {
    if (port === "") throw failure("LB2050", { object: `LoadBalancer ${inputs.name}`, message: "it has no VIP port" });
    site.ctx.progress("floating IP");
    const known = { owner: earlier.owner, description: earlier.floatingIp?.description };
    const held = await ensureFloatingIp(network, port, inputs.floatingIp, inputs.owner, known);
    at.floatingIp = { id: held.id, address: held.address };
  } else if (at.floatingIp) {
    await releaseFloatingIp(network, at.floatingIp.id, earlier.owner, { ...releaseOf(earlier), port });
    at.floatingIp = undefined;
  }
  await dropCertificates(
    site,
    inputs.secrets.map(({ name }) => name),
    at,
  );
}

/** What a program said about giving its floating IP up. */
export function releaseOf({ floatingIp }: Inputs): { keep: boolean; description?: string } {
  return { keep: floatingIp?.keep === true, description: floatingIp?.description };
}

/** Certificates that are declared no more, unless others use them. */
export async function dropCertificates(site: Site, declared: readonly string[], at: Progress): Promise<void> {
  const stale = Object.fromEntries(Object.entries(at.certificates).filter(([name]) => !declared.includes(name)));
  const kept = await deleteCertificates(site.stack, stale);
  if (kept.length > 0) site.ctx.notice(`certificates stay in Barbican, other load balancers use them: ${kept.join(", ")}`);
  at.certificates = Object.fromEntries(Object.entries(at.certificates).filter(([name]) => declared.includes(name)));
}
