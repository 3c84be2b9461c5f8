// Reads a load balancer for a refresh or an import.

import type { FloatingIp, SecurityGroupBody } from "../../../resources/octavia/types";
import { overlay } from "../../lifecycle/bodies/compare";
import { isObject, type JsonObject, type Properties } from "../../lifecycle/bodies/json";
import type { Drift } from "../../lifecycle/drift";
import { byHand, fieldChange } from "../../lifecycle/messages/drift-messages";
import { settled } from "../lock";
import { OCTAVIA_SHAPE, objects, textIn, texts } from "../tree/compare";
import { present } from "../tree/desired";
import { type LiveTree, liveTree } from "../tree/live";
import { marksOf, OWN_TAG, withoutMark } from "../tree/marks";
import { type NormalTree, nest, normalTree } from "../tree/normal";
import { type ApiObject, apiObject, readLoadBalancer, readTree } from "../tree/read-tree";
import { toDeclaration } from "../tree/to-declaration";
import { storedCertificates } from "./certificates";
import { driftIn, unmarkedIn } from "./drift";
import { floatingIpOf, isWiped, parseFloatingIp } from "./floating-ip";
import type { LoadBalancerJobInputs } from "./inputs";
import { assertSameProject, knowsTags, type LoadBalancerJob } from "./job";
import { foreignChildrenTexts, importedSelection, selectionOf, userList } from "./ownership";
import { networkObject, overlaidSecurityGroup, readSecurityGroup, rulesOnlyIn } from "./security-group";

/** Reads all that the server holds of what was declared; undefined when the load balancer is gone. */
export async function read(job: LoadBalancerJob): Promise<ApiObject | undefined> {
  const { result, target, before, ctx } = job;
  const loadbalancer = await liveBalancer(job);
  if (!loadbalancer) {
    await assertSameProject(job);
    return undefined;
  }
  const declared = before.inputs;
  const selection = declared ? selectionOf(declared, before, await knowsTags(job)) : importedSelection(loadbalancer);
  const live = liveTree(await readTree(target.octavia, loadbalancer, selection, { fresh: false }));
  result.ids = live.ids;
  result.others = foreignChildrenTexts(live.guests);
  if (before.unfinished && Object.values(live.unsettled).includes("PENDING_CREATE")) result.unfinished = true;
  const news = declared?.sharedId ? [] : result.others.filter((other) => !before.others.includes(other));
  if (declared) {
    result.held = await declaredParts(job, declared, live);
    result.drift.push(...news.map((child) => childOfOthers(target.name, child)));
    return loadbalancer;
  }
  if (news.length > 0) ctx.notice(`load balancer ${target.name} also has, of others, and it is left alone: ${userList(news)}`);
  result.held = imported(live);
  return loadbalancer;
}

function childOfOthers(name: string, child: string): Drift {
  return { class: "other", object: `LoadBalancer ${name}`, part: name, field: "", what: `${child} was added by others and is left alone` };
}

/** Values of the server at the declared places. The drift goes into the result of the job. */
async function declaredParts(job: LoadBalancerJob, declared: LoadBalancerJobInputs, { tree, loadbalancer }: LiveTree): Promise<Properties> {
  const { result, stack, target, before } = job;
  result.certificates = await storedCertificates(stack.keyManager, result.certificates);
  const live = { ...tree, vip_sg_ids: texts(tree.vip_sg_ids).filter((group) => group !== result.securityGroupId) };
  const how = { owner: declared.owner, certificates: result.certificates, declared: declared.tree };
  const look = { title: target.name, owner: declared.owner, declared: declared.tree, live, held: overlaid(declared, present(live, how)) };
  const { drift, held, undeclared } = driftIn(look, before);
  const unmarked = (await knowsTags(job)) ? unmarkedIn(tree, declared.sharedId ? declared.owner : OWN_TAG) : [];
  result.marked ||= unmarked.length === 0;
  const beside = await besides(job, declared, loadbalancer);
  result.unmarked = (before.marked && unmarked.length > 0) || beside.unmarked || undefined;
  result.drift = [...drift, ...(before.marked ? unmarked : []), ...beside.drift];
  result.undeclared = undeclared;
  result.unseen = [];
  return { ...job.declared, loadBalancer: nest(held, declared.body), ...beside.properties };
}

/** The load balancer at rest; undefined when it is gone. */
async function liveBalancer({ target, id = "" }: LoadBalancerJob): Promise<ApiObject | undefined> {
  const [listedBalancer] = await target.octavia.find("loadbalancers", { id });
  // The list is that of our project; an administrator may hold one of another.
  const live = listedBalancer ? apiObject(listedBalancer) : await readLoadBalancer(target.octavia, id);
  const settling = live?.provisioning_status === "PENDING_DELETE" ? await settled(target, id) : live;
  return settling?.provisioning_status === "DELETED" ? undefined : settling;
}

/** Values of the server in the spelling of the program; of a load balancer that others made only our part. */
function overlaid({ tree, body, sharedId }: LoadBalancerJobInputs, shown: NormalTree): NormalTree {
  const live = sharedId ? { ...tree, tags: shown.tags ?? null, listeners: shown.listeners, pools: shown.pools } : shown;
  return normalTree(overlay(OCTAVIA_SHAPE, tree, { ...live, ...(body.id ? { id: body.id } : {}) }));
}

/** A resource of which only the id is known: everything the server holds, as somebody would have declared it. */
function imported({ tree, loadbalancer }: LiveTree): Properties {
  const owner = marksOf(loadbalancer)[0] ?? "";
  return { owner, loadBalancer: toDeclaration(present(tree, { owner, certificates: {} })) };
}

/** Result of reading one part: its properties as the program declares them, and its drift. */
interface HeldPart {
  properties: Properties;
  drift: Drift[];
  /** The mark that it had is gone. */
  unmarked?: boolean;
}

/** Parts beside the tree, as far as they still exist: certificates, the floating IP, the security group. */
async function besides(job: LoadBalancerJob, declared: LoadBalancerJobInputs, loadbalancer: ApiObject): Promise<HeldPart> {
  const { certificates } = job.result;
  const secrets = objects(declared.properties.secrets).filter(({ name }) => certificates[textIn(name)] !== undefined);
  const parts: HeldPart[] = [
    { properties: declared.secrets.length > 0 ? { secrets } : {}, drift: [] },
    await floatingIp(job, declared, loadbalancer),
    await securityGroup(job, declared, loadbalancer),
  ];
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    drift: parts.flatMap(({ drift }) => drift),
    unmarked: parts.some(({ unmarked }) => unmarked),
  };
}

const driftAbout =
  ({ target: { name } }: LoadBalancerJob, field: string) =>
  (what: string, of: Drift["class"] = "declared"): Drift => ({ class: of, object: `LoadBalancer ${name}`, part: name, field, what });

async function floatingIp(
  job: LoadBalancerJob,
  { floatingIp: declared, owner, properties }: LoadBalancerJobInputs,
  { vip_port_id }: ApiObject,
): Promise<HeldPart> {
  const { result, stack } = job;
  if (!declared) return { properties: {}, drift: [] };
  const before = result.floatingIp;
  const drifted = driftAbout(job, "floatingIp");
  const raw = await floatingIpOf(stack.network, textIn(vip_port_id));
  if (!raw) {
    result.floatingIp = undefined;
    return { properties: { floatingIp: undefined }, drift: before ? [drifted(byHand(`floating IP ${before.address}`, "removed"))] : [] };
  }
  const live = parseFloatingIp(raw, owner, declared.description);
  const unmarked = isWiped(raw, before?.marked ? before.id : undefined);
  // A floating IP whose mark was wiped is known by its id until the mark is restored.
  result.floatingIp = { ...live, marked: live.marked || unmarked };
  const drift =
    before && before.id !== live.id
      ? [drifted(fieldChange({ noun: "floating IP", field: "", declared: before.address, observed: live.address }))]
      : [];
  if (unmarked) drift.push(drifted(byHand(`owner mark of floating IP ${live.address}`, "taken off"), "guarded"));
  const description = withoutMark(raw.description, owner);
  const isRewritten = (live.marked || unmarked) && description !== (declared.description ?? "");
  if (isRewritten) drift.push(drifted(quotedChange(`floating IP ${live.address}`, "description", declared.description, description)));
  const changed = {
    ...(declared.floating_ip_address && declared.floating_ip_address !== live.address ? { floating_ip_address: live.address } : {}),
    ...(isRewritten ? { description } : {}),
  } satisfies Partial<FloatingIp>;
  return {
    properties: { floatingIp: isObject(properties.floatingIp) ? { ...properties.floatingIp, ...changed } : properties.floatingIp },
    drift,
    unmarked,
  };
}

async function securityGroup(
  job: LoadBalancerJob,
  { securityGroup: declared, owner }: LoadBalancerJobInputs,
  loadbalancer: ApiObject,
): Promise<HeldPart> {
  const { securityGroupId: id } = job.result;
  const { network } = job.stack;
  if (!declared || !id) return { properties: {}, drift: [] };
  const [group, port] = await Promise.all([
    readSecurityGroup(network, id, owner),
    networkObject(network, "ports", "port", textIn(loadbalancer.vip_port_id)),
  ]);
  const drifted = driftAbout(job, "securityGroup");
  const title = `security group ${declared.name}`;
  if (!group) return { properties: { securityGroup: undefined }, drift: [drifted(byHand(title, "removed"))] };
  const drift = groupDrift(title, declared, group.body).map((what) => drifted(what));
  if (!group.marked) drift.push(drifted(byHand(`owner mark of ${title}`, "taken off"), "guarded"));
  const attached = groupsOf(loadbalancer, port).includes(id);
  if (!attached) drift.push(drifted(byHand(title, "taken off the VIP port")));
  return {
    properties: { securityGroup: attached ? overlaidSecurityGroup(declared, group.body) : undefined },
    drift,
    unmarked: !group.marked,
  };
}

function groupsOf(loadbalancer: ApiObject, port: JsonObject | undefined): string[] {
  return [...texts(loadbalancer.vip_sg_ids), ...texts(port?.security_groups)];
}

function groupDrift(title: string, declared: SecurityGroupBody, live: SecurityGroupBody): string[] {
  const differing = (["name", "description"] as const).filter((field) => (live[field] ?? "") !== (declared[field] ?? ""));
  return [
    ...differing.map((field) => quotedChange(title, field, declared[field], live[field])),
    ...rulesOnlyIn(declared, live).map((rule) => byHand(`rule ${rule} of ${title}`, "removed")),
    ...rulesOnlyIn(live, declared).map((rule) => byHand(`rule ${rule} of ${title}`, "added")),
  ];
}

/** A text that may be empty. */
function quotedChange(noun: string, field: string, declared = "", observed = ""): string {
  return fieldChange({ noun, field, declared: `"${declared}"`, observed: `"${observed}"` });
}
