import { failure, PartialFailure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag, Context } from "../../lifecycle/kind";
import { sleep } from "../../lifecycle/wait";
import { namingLeftPorts } from "../beside/vip-ports";
import { failedBecause, refusals } from "../client";
import { LBAAS, readLoadBalancer, readTree } from "../live/read-tree";
import { createPlan } from "../plan";
import type { Flat } from "../tree/flatten";
import { liveTree } from "../tree/live";
import { wantedTree } from "../tree/wanted";
import { queued } from "../write/queue";
import { gone, settled } from "../write/settle";
import { applyBeside, applyCertificates, applySecurityGroup, applyTree, knowsTags, vipGroupOf } from "./apply";
import { differingFixed, findByName } from "./find";
import { brokenForOthers, holders, listed } from "./guests";
import { asOwn, type Inputs, inputsOf } from "./inputs";
import { outputs, type Progress } from "./outputs";
import { isMarked } from "./ownership";
import { projectOf } from "./project";
import { selectionOf } from "./selection";
import { type Site, siteOf } from "./site";
import { madeWhole } from "./whole";

/** How often to look for a load balancer whose create got no answer. */
const LOOKS = 4;

/** Makes the load balancer, or goes on with one of ours that an earlier run left half-made. */
export async function create(ctx: Context, declared: Bag): Promise<{ id: string; outs: Bag }> {
  const { name, sharedId } = inputsOf(declared);
  const site = siteOf(ctx, name || (sharedId ?? ""));
  const news = await judged(site, declared);
  const inputs = inputsOf(news);
  const at: Progress = { loadbalancer: {}, ids: {}, certificates: {} };
  try {
    await assertSupported(site, inputs);
    const held = inputs.sharedId ? { id: inputs.sharedId } : await takeOver(site, inputs, at, sharedId);
    await applyCertificates(site, inputs, at);
    await applySecurityGroup(site, inputs, at);
    const wanted = await wantedBy(site, inputs, at);
    at.loadbalancer = held ?? (await make(site, inputs, wanted, at));
    const id = String(at.loadbalancer.id);
    await queued(id, async () => {
      if (held || !(await madeWhole(site, wanted, at))) await applyTree(site, inputs, {}, id, at);
    });
    await applyBeside(site, inputs, {}, at);
    return { id, outs: outputs(news, at) };
  } catch (error) {
    // What is not ours yet must not get into the state: a destroy would take it away.
    if (!at.ours || typeof at.loadbalancer.id !== "string") throw error;
    const { id } = at.loadbalancer;
    throw new PartialFailure(id, outputs(news, await lastSeen(site, at)), error);
  }
}

/** Whose a load balancer is that is named by its id: its name decides, as with the OpenStack cloud provider. */
async function judged(site: Site, declared: Bag): Promise<Bag> {
  const { name, sharedId } = inputsOf(declared);
  if (!sharedId || !isObject(declared.own)) return declared;
  const held = await readLoadBalancer(site.stack.octavia, sharedId);
  const object = `LoadBalancer ${name}`;
  if (!held) {
    const remedy = "Take out the id: the load balancer is made anew where it was one's own.";
    throw failure("LB2033", { object, message: `the load balancer ${sharedId} that it names does not exist`, remedy });
  }
  if (held.name === name) return asOwn(declared);
  if (declared.own.required !== true) return declared;
  const remedy = "Take out the id: the Service gets a load balancer of its own.";
  const message = `internal Service cannot share a load balancer: ${sharedId} is ${String(held.name)}`;
  throw failure("LB2047", { object, message, remedy });
}

/** One of ours in ERROR is beyond repair, and one with another address or provider cannot become the declared one: both go. */
async function takeOver(site: Site, inputs: Inputs, at: Progress, named: string | undefined): Promise<JsonObject | undefined> {
  const found = await findByName(site, inputs, named);
  if (!found) return undefined;
  const id = String(found.id);
  const held = await settled(site.watch, id, found);
  if (!held) return undefined;
  const ours = isMarked(held, inputs.owner);
  const differs = differingFixed(inputs.body, held);
  const broken = held.provisioning_status === "ERROR";
  // What is named by its id must not become another one.
  if (named && ours && broken) {
    const remedy = "Take out the id: then it is deleted and made anew.";
    throw failure("LB2031", { object: `LoadBalancer ${inputs.name}`, message: `${id} is in ERROR`, remedy });
  }
  if (differs && (named || !ours)) {
    const message = `${id} has ${differs} ${String(held[differs])}, declared is ${String(inputs.body[differs])}`;
    throw failure("LB2051", { object: `LoadBalancer ${inputs.name}`, message });
  }
  if (!ours || (!broken && !differs)) {
    at.ours = ours;
    return held;
  }
  const selection = selectionOf(inputs, {}, await knowsTags(site));
  const users = holders(inputs, liveTree(await readTree(site.stack.octavia, held, selection, { fresh: true })));
  if (users.length > 0 && !differs) throw brokenForOthers(site.watch.name, id, users);
  if (users.length > 0) {
    site.ctx.notice(`load balancer ${inputs.name} (${id}) has another ${differs} and stays for others: ${listed(users)}`);
    return undefined;
  }
  site.ctx.notice(`load balancer ${inputs.name} (${id}) ${differs ? `has another ${differs}` : "is in ERROR"}: deleted and made anew`);
  await site.stack.octavia.delete(`${LBAAS}/loadbalancers/${id}`, { cascade: true });
  await gone(site.watch, id);
  return undefined;
}

/** Fields that this server, or this provider, is known not to take. */
export async function assertSupported(site: Site, inputs: Inputs): Promise<void> {
  const [refusal] = refusals(inputs.body, { version: await site.stack.octavia.version() });
  if (refusal)
    throw failure("LB2038", {
      object: `LoadBalancer ${inputs.name}`,
      pointer: `/loadBalancer${refusal.pointer}`,
      message: refusal.message,
    });
}

/** What is declared, in the words of the server. */
async function wantedBy(site: Site, inputs: Inputs, at: Progress): Promise<Flat> {
  const vipGroup = await vipGroupOf(site, inputs, at.securityGroupId);
  return wantedTree(inputs.body, { owner: inputs.owner, tags: await knowsTags(site), shared: false, vipGroup }, at.certificates);
}

/** The first call: with everything below, or bare where every object gets a call of its own. */
async function make(site: Site, inputs: Inputs, wanted: Flat, at: Progress): Promise<JsonObject> {
  const [first] = createPlan(wanted, { serial: inputs.serial, spellOut: await poolTlsFields(site) });
  const [bare] = createPlan(wanted, { serial: true });
  site.ctx.progress(`creating load balancer ${inputs.name}`);
  at.ours = true;
  try {
    return await post(site, inputs, first?.body ?? {});
  } catch (error) {
    // Some providers take no children in the first call (501, and NSX says 503).
    if (inputs.serial || !failedBecause(error, "not-implemented", "busy", "too-large")) throw error;
    site.ctx.notice(`${(error as Error).message}\nload balancer ${inputs.name} is made object by object`);
    return post(site, inputs, bare?.body ?? {});
  }
}

/** The fields of TLS that this server knows of pools. */
async function poolTlsFields({ stack: { octavia } }: Site): Promise<string[]> {
  const known = await Promise.all([octavia.supports("tlsCiphers"), octavia.supports("poolTlsVersions"), octavia.supports("poolAlpn")]);
  return ["tls_ciphers", "tls_versions", "alpn_protocols"].filter((_, index) => known[index]);
}

/** An answer that got lost says nothing about the load balancer: it is looked for before the failure is reported. */
async function post(site: Site, inputs: Inputs, body: JsonObject): Promise<JsonObject> {
  try {
    const made = await site.stack.octavia.post(`${LBAAS}/loadbalancers`, body);
    return made.loadbalancer as JsonObject;
  } catch (error) {
    const project = () => projectOf(site, inputs);
    if (failedBecause(error, "quota")) throw await namingLeftPorts(site.stack, project, inputs.body, error);
    if (!failedBecause(error, "unavailable", "duplicate")) throw error;
    for (let look = 0; look < LOOKS; look++) {
      const found = await findByName(site, inputs);
      if (found && isMarked(found, inputs.owner)) return found;
      await sleep(site.watch.waits.intervalMs);
    }
    throw failedBecause(error, "duplicate") ? await namingLeftPorts(site.stack, project, inputs.body, error) : error;
  }
}

/** With the status that the load balancer has now: in ERROR it is replaced by the next run. */
export async function lastSeen(site: Site, at: Progress): Promise<Progress> {
  try {
    const loadbalancer = await readLoadBalancer(site.stack.octavia, String(at.loadbalancer.id));
    return { ...at, loadbalancer: loadbalancer ?? at.loadbalancer };
  } catch {
    return at;
  }
}
