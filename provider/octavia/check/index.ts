import { isObject, isUnknown, type JsonObject } from "../../lifecycle/json";
import type { Bag, CheckFailure } from "../../lifecycle/kind";
import { refusals } from "../client";
import { walk } from "../client/walk";
import { PROPERTIES } from "../load-balancer/inputs";
import { objects } from "../tree/keys";
import { isVoid } from "../tree/shape";
import { checkBesides } from "./besides";
import { checkFields } from "./fields";
import { checkListener } from "./listeners";
import { checkPolicy, checkRule } from "./policies";
import { checkMember, checkMonitor, checkPool } from "./pools";
import type { Reason, Tree } from "./reasons";
import { checkCertificates, checkUnique } from "./unique";

const RULES = [checkFields, checkUnique, checkListener, checkPool, checkMember, checkMonitor, checkPolicy, checkRule, checkCertificates];

/** So many reasons are shown; a faulty template repeats itself. */
const SHOWN = 20;

/**
 * What the API would refuse, all at once and at preview already. The engine prints the value of the property that a failure is
 * attached to, and certificates stand among the inputs: so every failure is attached to `owner` and names its field in the text.
 */
export function check(news: Bag): CheckFailure[] {
  const reasons = [
    ...topReasons(news),
    ...(isObject(news.loadBalancer) ? treeReasons(news, { ...ownBody(news), ...news.loadBalancer }) : []),
    ...checkBesides(isObject(news.own) && news.own.floatingIp ? { ...news, floatingIp: news.own.floatingIp } : news),
  ];
  return reasons.slice(0, SHOWN).map(({ pointer, message }) => ({ property: "owner", reason: `LB2016: ${pointer}: ${message}` }));
}

function topReasons(news: Bag): Reason[] {
  const known: readonly string[] = [...PROPERTIES, "keep"];
  const reasons = Object.keys(news)
    .filter((key) => !known.includes(key))
    .map((key) => ({ pointer: `/${key}`, message: `there is no such property, only ${known.join(", ")}` }));
  const { keep } = news;
  if (keep !== undefined && !isUnknown(keep) && !(Array.isArray(keep) && keep.every((name) => typeof name === "string")))
    reasons.push({ pointer: "/keep", message: "a list of names of pools is expected" });
  if (!isUnknown(news.owner) && (typeof news.owner !== "string" || news.owner === ""))
    reasons.push({ pointer: "/owner", message: "the mark of the owner is missing" });
  if (!isUnknown(news.loadBalancer) && !isObject(news.loadBalancer))
    reasons.push({ pointer: "/loadBalancer", message: "a body is expected" });
  return reasons;
}

/** What counts besides where the load balancer is the program's own. */
function ownBody({ own }: Bag): JsonObject {
  return isObject(own) && isObject(own.loadBalancer) ? own.loadBalancer : {};
}

function treeReasons(news: Bag, body: JsonObject): Reason[] {
  const places = [...walk(body)];
  const spelt = places.filter(({ part }) => part === "pool").map((place) => place.body);
  const tree: Tree = {
    pools: new Map(spelt.map((pool) => [String(pool.name), pool])),
    certificates: isUnknown(news.secrets) ? undefined : new Set(objects(news.secrets).map(({ name }) => String(name))),
  };
  if (objects(news.secrets).some(({ name }) => isUnknown(name))) tree.certificates = undefined;
  const ovn = refusals(body, {}).map(({ pointer, message }) => ({ pointer: `/loadBalancer${pointer}`, message }));
  return [...ownReasons(body, spelt), ...places.flatMap((place) => RULES.flatMap((rule) => rule(place, tree))), ...ovn];
}

function ownReasons(body: JsonObject, pools: JsonObject[]): Reason[] {
  const reasons: Reason[] = [];
  const shared = !isVoid(body.id);
  if (!shared && isVoid(body.name)) reasons.push({ pointer: "/loadBalancer/name", message: "is missing" });
  if (!shared && ["vip_port_id", "vip_network_id", "vip_subnet_id"].every((field) => isVoid(body[field]))) {
    reasons.push({ pointer: "/loadBalancer", message: "one of vip_port_id, vip_network_id, vip_subnet_id is needed" });
  }
  if (!isVoid(body.vip_sg_ids) && objects(body.listeners).some((one) => !isVoid(one.allowed_cidrs))) {
    reasons.push({ pointer: "/loadBalancer/vip_sg_ids", message: "does not go with allowed_cidrs of listeners" });
  }
  const names = pools.map(({ name }) => name).filter((name) => typeof name === "string" && !isUnknown(name));
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const name of repeated) reasons.push({ pointer: "/loadBalancer/pools", message: `pool "${String(name)}" is spelt out twice` });
  return reasons;
}
