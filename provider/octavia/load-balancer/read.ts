import type { Json } from "../../../kinds/json";
import { overlay } from "../../lifecycle/compare";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag, Context, Live } from "../../lifecycle/kind";
import { existing } from "../beside/certificates";
import { floatingIpOf } from "../beside/floating-ip";
import { networkObject } from "../beside/ports";
import { readSecurityGroup } from "../beside/security-group";
import { readLoadBalancer, readTree } from "../live/read-tree";
import { flatten, nest } from "../tree/flatten";
import { texts } from "../tree/keys";
import { liveTree } from "../tree/live";
import { OCTAVIA_SHAPE } from "../tree/shape";
import { settled } from "../write/settle";
import { knowsTags } from "./apply";
import { listed, tellGuests } from "./guests";
import { declaredIn, type Inputs, inputsOf } from "./inputs";
import { outputs, type Progress, progressOf } from "./outputs";
import { isMarked, marksOf } from "./ownership";
import { present } from "./present";
import { assertSameProject } from "./project";
import { overlaidSecurityGroup } from "./security-groups";
import { importedSelection, selectionOf } from "./selection";
import { type Site, siteOf } from "./site";

/** What the server holds of what was declared; undefined when the load balancer is gone. */
export async function read(ctx: Context, id: string, last: Bag): Promise<Live | undefined> {
  const inputs = inputsOf(last);
  const site = siteOf(ctx, inputs.name || id);
  const { octavia } = site.stack;
  const [found] = await octavia.find("loadbalancers", { id });
  // The list is that of our project; an administrator may hold one of another.
  let loadbalancer = found ?? (await readLoadBalancer(octavia, id));
  if (loadbalancer?.provisioning_status === "PENDING_DELETE") loadbalancer = await settled(site.watch, id);
  if (!loadbalancer || loadbalancer.provisioning_status === "DELETED") {
    await assertSameProject(site, last);
    return undefined;
  }
  const known = isObject(last.loadBalancer);
  const selection = known ? selectionOf(inputs, last, await knowsTags(site)) : importedSelection(loadbalancer);
  const live = liveTree(await readTree(octavia, loadbalancer, selection, { fresh: false }));
  const stuck = last.unfinished === true && Object.values(live.unsettled).some((status) => status === "PENDING_CREATE");
  const others = tellGuests(live.guests);
  const at: Progress = { ...progressOf(last, loadbalancer), ids: live.ids, others, ...(stuck ? { unfinished: true } : {}) };
  const news = inputs.sharedId ? [] : others.filter((one) => !texts(last.others).includes(one));
  if (news.length > 0) ctx.notice(`load balancer ${site.watch.name} also has, of others, and it is left alone: ${listed(news)}`);
  if (!known) return imported(live.flat, at);

  const declared = flatten(inputs.body);
  at.certificates = await existing(site.stack.keyManager, at.certificates);
  const ownGroups = texts(live.flat.vip_sg_ids).filter((group) => group !== at.securityGroupId);
  const presented = present({ ...live.flat, vip_sg_ids: ownGroups }, { owner: inputs.owner, certificates: at.certificates, declared });
  const own = inputs.sharedId
    ? { ...declared, tags: presented.tags ?? null, listeners: presented.listeners, pools: presented.pools }
    : presented;
  const overlaid = overlay(OCTAVIA_SHAPE, declared, { ...own, ...(inputs.body.id ? { id: inputs.body.id } : {}) } as JsonObject);
  const held: Bag = {
    ...declaredIn(last),
    loadBalancer: nest(overlaid, inputs.body),
    ...(await besides(site, inputs, at)),
  };
  const outs = { ...outputs(held, at), imported: last.imported };
  // Who took it over is shown as the owner, but never becomes the owner that the state knows: it would let us delete it.
  const foreign = inputs.sharedId || isMarked(loadbalancer, inputs.owner) ? undefined : (marksOf(loadbalancer)[0] ?? "");
  return { outs: { ...outs, foreign }, inputs: { ...held, owner: foreign ?? inputs.owner } };
}

/** What stands beside the tree, as far as it is still there. */
async function besides(site: Site, inputs: Inputs, at: Progress): Promise<Bag> {
  const { network } = site.stack;
  const port = String(at.loadbalancer.vip_port_id ?? "");
  const bag: Bag = {};
  if (inputs.secrets.length > 0) {
    bag.secrets = inputs.secrets.filter(({ name }) => at.certificates[name] !== undefined) as unknown as Json;
  }
  if (inputs.floatingIp) {
    const held = await floatingIpOf(network, port, inputs.owner);
    at.floatingIp = held && { id: held.id, address: held.address };
    const wish = inputs.floatingIp.floating_ip_address;
    const changed = held && wish && wish !== held.address;
    bag.floatingIp = held ? ({ ...inputs.floatingIp, ...(changed ? { floating_ip_address: held.address } : {}) } as Json) : undefined;
  }
  if (inputs.securityGroup && at.securityGroupId) {
    const [group, owner] = await Promise.all([
      readSecurityGroup(network, at.securityGroupId, inputs.owner),
      networkObject(network, "ports", "port", port),
    ]);
    const groups = [...texts(at.loadbalancer.vip_sg_ids), ...texts(owner?.security_groups)];
    const attached = groups.includes(at.securityGroupId);
    bag.securityGroup = group && attached ? (overlaidSecurityGroup(inputs.securityGroup, group) as unknown as Json) : undefined;
  }
  return bag;
}

/** A resource of which only the id is known: everything the server holds, as somebody would have declared it. */
function imported(live: JsonObject, at: Progress): Live {
  const owner = marksOf(at.loadbalancer)[0] ?? "";
  const bag: Bag = { owner, loadBalancer: nest(present(live, { owner, certificates: {} }), {}) };
  const outs = { ...outputs(bag, at), imported: true };
  return { outs, inputs: bag };
}
