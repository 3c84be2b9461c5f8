import type { FloatingIp, SecurityGroupBody } from "../../../kinds/octavia/types";
import type { Drift } from "../../lifecycle/drift";
import type { Properties } from "../../lifecycle/handler";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { objects, textIn, texts } from "../tree/compare";
import { withoutMark } from "../tree/marks";
import type { ApiObject } from "../tree/read";
import { floatingIpOf, heldOf, isWiped } from "./floating-ip";
import type { Inputs } from "./inputs";
import type { Job } from "./job";
import { networkObject, overlaidSecurityGroup, readSecurityGroup, rulesOnlyIn } from "./security-group";

/** What a look at one part found: as the program declares it, and what of it is not as it was left. */
interface Found {
  properties: Properties;
  drift: Drift[];
  /** The mark that it had is gone. */
  unmarked?: boolean;
}

/** What stands beside the tree, as far as it is still there: certificates, the floating IP, the security group. */
export async function besides(job: Job, declared: Inputs, loadbalancer: ApiObject): Promise<Found> {
  const { certificates } = job.result;
  const secrets = objects(declared.properties.secrets).filter(({ name }) => certificates[textIn(name)] !== undefined);
  const found: Found[] = [
    { properties: declared.secrets.length > 0 ? { secrets } : {}, drift: [] },
    await floatingIp(job, declared, loadbalancer),
    await securityGroup(job, declared, loadbalancer),
  ];
  return {
    properties: Object.assign({}, ...found.map(({ properties }) => properties)),
    drift: found.flatMap(({ drift }) => drift),
    unmarked: found.some(({ unmarked }) => unmarked),
  };
}

const told =
  ({ target: { name } }: Job, field: string) =>
  (what: string, of: Drift["class"] = "declared"): Drift => ({ class: of, object: `LoadBalancer ${name}`, part: name, field, what });

async function floatingIp(job: Job, { floatingIp: wish, owner, properties }: Inputs, { vip_port_id }: ApiObject): Promise<Found> {
  const { result, stack } = job;
  if (!wish) return { properties: {}, drift: [] };
  const before = result.floatingIp;
  const tell = told(job, "floatingIp");
  const raw = await floatingIpOf(stack.network, textIn(vip_port_id));
  if (!raw) {
    result.floatingIp = undefined;
    return { properties: { floatingIp: undefined }, drift: before ? [tell(`floating IP ${before.address} removed by hand`)] : [] };
  }
  const held = heldOf(raw, owner, wish.description);
  const unmarked = isWiped(raw, before?.marked ? before.id : undefined);
  // What was wiped is known by its id until it is restored.
  result.floatingIp = { ...held, marked: held.marked || unmarked };
  const drift = before && before.id !== held.id ? [tell(`floating IP is ${held.address}, not ${before.address}`)] : [];
  if (unmarked) drift.push(tell(`owner mark of floating IP ${held.address} taken off by hand`, "guarded"));
  const description = withoutMark(raw.description, owner);
  const isRewritten = (held.marked || unmarked) && description !== (wish.description ?? "");
  if (isRewritten)
    drift.push(tell(`description of floating IP ${held.address} is ${quoted(description)}, not ${quoted(wish.description)}`));
  const changed = {
    ...(wish.floating_ip_address && wish.floating_ip_address !== held.address ? { floating_ip_address: held.address } : {}),
    ...(isRewritten ? { description } : {}),
  } satisfies Partial<FloatingIp>;
  return {
    properties: { floatingIp: isObject(properties.floatingIp) ? { ...properties.floatingIp, ...changed } : properties.floatingIp },
    drift,
    unmarked,
  };
}

async function securityGroup(job: Job, { securityGroup: wish, owner }: Inputs, loadbalancer: ApiObject): Promise<Found> {
  const { securityGroupId: id } = job.result;
  const { network } = job.stack;
  if (!wish || !id) return { properties: {}, drift: [] };
  const [group, port] = await Promise.all([
    readSecurityGroup(network, id, owner),
    networkObject(network, "ports", "port", textIn(loadbalancer.vip_port_id)),
  ]);
  const tell = told(job, "securityGroup");
  if (!group) return { properties: { securityGroup: undefined }, drift: [tell(`security group ${wish.name} removed by hand`)] };
  const drift = groupDrift(wish, group.body).map((what) => tell(what));
  if (!group.marked) drift.push(tell(`owner mark of security group ${wish.name} taken off by hand`, "guarded"));
  const attached = groupsOf(loadbalancer, port).includes(id);
  if (!attached) drift.push(tell(`security group ${wish.name} taken off the VIP port by hand`));
  return { properties: { securityGroup: attached ? overlaidSecurityGroup(wish, group.body) : undefined }, drift, unmarked: !group.marked };
}

function groupsOf(loadbalancer: ApiObject, port: JsonObject | undefined): string[] {
  return [...texts(loadbalancer.vip_sg_ids), ...texts(port?.security_groups)];
}

function groupDrift(wish: SecurityGroupBody, held: SecurityGroupBody): string[] {
  const of = `of security group ${wish.name}`;
  const differs = (field: "name" | "description") =>
    (held[field] ?? "") === (wish[field] ?? "") ? [] : [`${field} ${of} is ${quoted(held[field])}, not ${quoted(wish[field])}`];
  return [
    ...differs("name"),
    ...differs("description"),
    ...rulesOnlyIn(wish, held).map((rule) => `rule ${rule} ${of} removed by hand`),
    ...rulesOnlyIn(held, wish).map((rule) => `rule ${rule} ${of} added by hand`),
  ];
}

function quoted(text = ""): string {
  return `"${text}"`;
}
