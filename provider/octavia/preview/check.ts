// Checks the inputs of a load balancer.

import { isIP } from "node:net";
import { factAt } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { holdsCertificates } from "../../../resources/octavia/fields";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { listenerInKeep } from "../../../resources/octavia/preserved-listener";
import { TREE, type TreePlace, walk } from "../../../resources/octavia/tree";
import { notOnOvn } from "../../../resources/octavia/unsupported";
import { isPlainRange } from "../../../resources/plain-addresses";
import { isObject, isUnknown, type JsonObject, type Properties } from "../../lifecycle/bodies/json";
import { checkFailures, schemaFaults } from "../../lifecycle/check";
import type { CheckFailure } from "../../lifecycle/handler";
import { isVoid, listenerKey, memberKey, objects, textIn, texts } from "../tree/compare";
import { namePattern, type Refuse, RULES, type TreeFacts, text } from "./tree-rules";

/** Most reasons that are shown; a faulty template repeats itself. */
const SHOWN = 20;

/**
 * Finds everything that the API would refuse, all at once and already at preview. The engine prints the value of the property that a
 * failure is attached to, and the inputs contain certificates. So a failure is attached to none and names its field in the text.
 */
export function check(news: Properties): CheckFailure[] {
  const ownInputs = isObject(news.own) ? news.own : {};
  const { loadBalancer: more, ...others } = ownInputs;
  // Fields that also count if the load balancer is the program's own.
  const body = isObject(news.loadBalancer) ? { ...(isObject(more) ? more : {}), ...news.loadBalancer } : undefined;
  const inputs: Properties = {
    ...news,
    ...(body ? { loadBalancer: body } : {}),
    ...(more ? { own: { ...others, loadBalancer: {} } } : {}),
  };
  const faults = [
    ...schemaFaults(LOAD_BALANCER, inputs),
    ...[
      ...(body ? treeReasons(body, news) : []),
      ...vipReasons(isObject(ownInputs.floatingIp) ? ownInputs.floatingIp : news.floatingIp, news.securityGroup),
      ...twice(news.secrets),
    ].map(({ pointer, message }) => ({ path: pointer.slice(1).split("/"), why: message })),
  ];
  const place = (path: readonly PropertyKey[]) => path.map((step) => `/${String(step)}`).join("");
  return checkFailures(faults.slice(0, SHOWN), "LB2016", { property: "", place });
}

/** One thing that the API would refuse: where, and why. */
interface CheckReason {
  pointer: string;
  message: string;
}

function treeReasons(body: JsonObject, { secrets, keep }: Properties): CheckReason[] {
  const places = [...walk(body)];
  const pools = places.filter(({ part }) => part === "pool").map((place) => place.body);
  const names = objects(secrets).map(({ name }) => name);
  const hasUnknownName = [...(Array.isArray(secrets) ? secrets : []), ...names].some(isUnknown);
  const tree: TreeFacts = {
    pools: new Map(pools.map((pool) => [textIn(pool.name), pool])),
    unseenPools: hidesPools(body, ""),
    keepCertificates: new Set(texts(keep).flatMap((entry) => listenerInKeep(entry) ?? [])),
    certificates: isUnknown(secrets) || hasUnknownName ? undefined : new Set(names.map(textIn)),
  };
  const unsupported = body.provider === "ovn" ? notOnOvn(body) : [];
  return [
    ...bodyReasons(body, pools),
    ...keepReasons(keep, tree),
    ...places.flatMap((place) => placeReasons(place, tree)),
    ...unsupported.map(({ pointer, message }) => ({ pointer: `/loadBalancer${pointer}`, message })),
  ];
}

/** Fields below which a pool may be spelt out, or named. */
const POOL_FIELDS: ReadonlySet<string> = new Set(["listeners", "pools", "default_pool", "l7policies", "redirect_pool", "name"]);

/** True when preview cannot know every pool of the tree. */
function hidesPools(value: Json | undefined, field: string): boolean {
  if (isUnknown(value)) return POOL_FIELDS.has(field);
  if (Array.isArray(value)) return value.some((one) => hidesPools(one, field));
  return isObject(value) && Object.entries(value).some(([below, member]) => hidesPools(member, below));
}

function bodyReasons(body: JsonObject, pools: readonly JsonObject[]): CheckReason[] {
  const reasons: CheckReason[] = [];
  const shared = !isVoid(body.id);
  if (!shared && isVoid(body.name)) reasons.push({ pointer: "/loadBalancer/name", message: "is missing" });
  if (!shared && ["vip_port_id", "vip_network_id", "vip_subnet_id"].every((field) => isVoid(body[field]))) {
    reasons.push({ pointer: "/loadBalancer", message: "one of vip_port_id, vip_network_id, vip_subnet_id is needed" });
  }
  if (!isVoid(body.vip_sg_ids) && objects(body.listeners).some((object) => !isVoid(object.allowed_cidrs))) {
    reasons.push({ pointer: "/loadBalancer/vip_sg_ids", message: "does not go with allowed_cidrs of listeners" });
  }
  for (const name of repeated(pools.flatMap(({ name }) => text(name) ?? [])))
    reasons.push({ pointer: "/loadBalancer/pools", message: `pool "${name}" is spelt out twice` });
  return reasons;
}

/** An entry with the form of a listener never means a pool. */
function keepReasons(keep: Json | undefined, { pools }: TreeFacts): CheckReason[] {
  return texts(keep).flatMap((entry, index) =>
    listenerInKeep(entry) !== undefined && pools.has(entry)
      ? [{ pointer: `/keep/${index}`, message: `"${entry}" means a listener, and a pool has this name: give the pool another` }]
      : [],
  );
}

/** Lists whose elements must differ, and by what. */
const LISTS: { readonly [field: string]: { key(element: JsonObject): string; says(key: string): string } } = {
  listeners: { key: listenerKey, says: (key) => `two listeners on ${key}` },
  members: { key: memberKey, says: (key) => `member ${key} is there twice` },
  l7policies: { key: (one) => textIn(one.name), says: (key) => `policy "${key}" is there twice` },
};

function placeReasons({ part, body, pointer, parent }: TreePlace, tree: TreeFacts): CheckReason[] {
  const reasons: CheckReason[] = [];
  const refuse: Refuse = (field, message) => void reasons.push({ pointer: `/loadBalancer${pointer}/${field}`, message });
  checkUnique(body, refuse);
  RULES[part]?.(body, refuse, tree, parent?.body ?? {});
  checkCertificates(body, refuse, tree);
  return reasons;
}

/** Refuses children with equal keys: an update could not tell them apart. */
function checkUnique(body: JsonObject, refuse: Refuse): void {
  for (const [field, { key, says }] of Object.entries(LISTS)) {
    const fields = factAt(TREE, [field], "key") ?? [];
    const complete = objects(body[field]).filter((object) =>
      fields.every((name) => object[name] !== undefined && !isUnknown(object[name])),
    );
    for (const twin of repeated(complete.map(key))) refuse(field, says(twin));
  }
}

/** Texts that are in a list more than once. */
function repeated(list: readonly string[]): Set<string> {
  return new Set(list.filter((one, index) => list.indexOf(one) !== index));
}

/** Certificates that a body names must be among the secrets. */
function checkCertificates(body: JsonObject, refuse: Refuse, { certificates }: TreeFacts): void {
  for (const [field, value] of Object.entries(body)) {
    if (!certificates || !holdsCertificates(field)) continue;
    const named = objects(Array.isArray(value) ? value : [value]).flatMap(({ name }) => text(name) ?? []);
    for (const name of named) if (!certificates.has(name)) refuse(field, `secrets has no "${name}"`);
  }
}

function twice(secrets: Properties[string]): CheckReason[] {
  const names = objects(secrets).map(({ name }) => text(name));
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) !== index ? [{ pointer: `/secrets/${index}/name`, message: `"${name}" is there twice` }] : [],
  );
}

/** The floating IP and the security group, beyond their fields. */
function vipReasons(floatingIp: Properties[string], group: Properties[string]): CheckReason[] {
  const reasons: CheckReason[] = [];
  const add = (pointer: string, message: string) => reasons.push({ pointer, message });
  if (isObject(floatingIp)) {
    const { floating_network_id, floating_ip_address, subnet_name } = floatingIp;
    if (isVoid(floating_network_id) && isVoid(floating_ip_address)) {
      add("/floatingIp", "floating_network_id or floating_ip_address is needed");
    }
    const address = text(floating_ip_address);
    if (address && isIP(address) !== 4) add("/floatingIp/floating_ip_address", `"${address}" is no IPv4 address`);
    const pattern = text(subnet_name);
    if (pattern && !namePattern(pattern)) add("/floatingIp/subnet_name", `"${pattern}" is no regular expression`);
  }
  const prefixes = isObject(group) ? objects(group.rules).map(({ remote_ip_prefix }) => text(remote_ip_prefix)) : [];
  prefixes.forEach((prefix, index) => {
    if (prefix === undefined || isPlainRange(prefix)) return;
    add(`/securityGroup/rules/${index}/remote_ip_prefix`, `"${prefix}" is no network in CIDR form`);
  });
  return reasons;
}
