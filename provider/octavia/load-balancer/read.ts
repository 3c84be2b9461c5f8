import { overlay } from "../../lifecycle/compare";
import type { Drift } from "../../lifecycle/drift";
import type { Properties } from "../../lifecycle/handler";
import { OCTAVIA_SHAPE, texts } from "../tree/compare";
import { type LiveTree, liveTree } from "../tree/live";
import { marksOf, OWN } from "../tree/marks";
import { type NormalTree, nest, normalTree } from "../tree/normal";
import { type ApiObject, apiObject, readLoadBalancer, readTree } from "../tree/read";
import { present } from "../tree/wanted";
import { besides } from "./beside";
import { storedCertificates } from "./certificates";
import { driftIn, unmarkedIn } from "./drift";
import type { Inputs } from "./inputs";
import { assertSameProject, type Job, knowsTags } from "./job";
import { importedSelection, listed, selectionOf, tellGuests } from "./ownership";
import { settled } from "./write";

/** Reads all that the server holds of what was declared; undefined when the load balancer is gone. */
export async function read(job: Job): Promise<ApiObject | undefined> {
  const { result, target, before, ctx } = job;
  const loadbalancer = await found(job);
  if (!loadbalancer) {
    await assertSameProject(job);
    return undefined;
  }
  const declared = before.inputs;
  const selection = declared ? selectionOf(declared, before, await knowsTags(job)) : importedSelection(loadbalancer);
  const live = liveTree(await readTree(target.octavia, loadbalancer, selection, { fresh: false }));
  result.ids = live.ids;
  result.others = tellGuests(live.guests);
  if (before.unfinished && Object.values(live.unsettled).includes("PENDING_CREATE")) result.unfinished = true;
  const news = declared?.sharedId ? [] : result.others.filter((one) => !before.others.includes(one));
  if (declared) {
    result.held = await declaredParts(job, declared, live);
    result.drift.push(...news.map((one) => childOfOthers(target.name, one)));
    return loadbalancer;
  }
  if (news.length > 0) ctx.notice(`load balancer ${target.name} also has, of others, and it is left alone: ${listed(news)}`);
  result.held = imported(live);
  return loadbalancer;
}

function childOfOthers(name: string, child: string): Drift {
  return { class: "other", object: `LoadBalancer ${name}`, part: name, field: "", what: `${child} was added by others and is left alone` };
}

/** What the server holds at the places that are declared, and what of it is not as it was left. */
async function declaredParts(job: Job, declared: Inputs, { tree, loadbalancer }: LiveTree): Promise<Properties> {
  const { result, stack, target, before } = job;
  result.certificates = await storedCertificates(stack.keyManager, result.certificates);
  const live = { ...tree, vip_sg_ids: texts(tree.vip_sg_ids).filter((group) => group !== result.securityGroupId) };
  const how = { owner: declared.owner, certificates: result.certificates, declared: declared.tree };
  const look = { title: target.name, owner: declared.owner, declared: declared.tree, live, held: overlaid(declared, present(live, how)) };
  const { drift, held, undeclared } = driftIn(look, before);
  const unmarked = (await knowsTags(job)) ? unmarkedIn(tree, declared.sharedId ? declared.owner : OWN) : [];
  result.marked ||= unmarked.length === 0;
  const beside = await besides(job, declared, loadbalancer);
  result.unmarked = (before.marked && unmarked.length > 0) || beside.unmarked || undefined;
  result.drift = [...drift, ...(before.marked ? unmarked : []), ...beside.drift];
  result.undeclared = undeclared;
  result.unseen = [];
  return { ...job.declared, loadBalancer: nest(held, declared.body), ...beside.properties };
}

/** The load balancer at rest; undefined when it is gone. */
async function found({ target, id = "" }: Job): Promise<ApiObject | undefined> {
  const [listed] = await target.octavia.find("loadbalancers", { id });
  // The list is that of our project; an administrator may hold one of another.
  const held = listed ? apiObject(listed) : await readLoadBalancer(target.octavia, id);
  const settling = held?.provisioning_status === "PENDING_DELETE" ? await settled(target, id) : held;
  return settling?.provisioning_status === "DELETED" ? undefined : settling;
}

/** What the server holds in the spelling of the program; of a load balancer that others made only what is ours. */
function overlaid({ tree, body, sharedId }: Inputs, shown: NormalTree): NormalTree {
  const held = sharedId ? { ...tree, tags: shown.tags ?? null, listeners: shown.listeners, pools: shown.pools } : shown;
  return normalTree(overlay(OCTAVIA_SHAPE, tree, { ...held, ...(body.id ? { id: body.id } : {}) }));
}

/** A resource of which only the id is known: everything the server holds, as somebody would have declared it. */
function imported({ tree, loadbalancer }: LiveTree): Properties {
  const owner = marksOf(loadbalancer)[0] ?? "";
  return { owner, loadBalancer: nest(present(tree, { owner, certificates: {} }), {}) };
}
