import type { Json } from "../../../kinds/json";
import type { FloatingIp, SecurityGroupBody, TlsSecret } from "../../../kinds/octavia/inputs";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { flatten, type MembersByPool, nest, withMembers } from "../tree/flatten";
import { objects, texts } from "../tree/keys";
import { isVoid } from "../tree/shape";

/** The inputs of one resource, typed; what check has let through. */
export interface Inputs {
  owner: string;
  adopt: boolean;
  body: JsonObject;
  /** Pools whose members stay as the server has them. */
  keep: ReadonlySet<string>;
  name: string;
  /** Id of a load balancer that others made. */
  sharedId?: string;
  secrets: TlsSecret[];
  floatingIp?: FloatingIp;
  securityGroup?: SecurityGroupBody;
  serial: boolean;
  cascadeDelete: boolean;
}

/** Properties that a program sets. */
export const PROPERTIES = [
  "owner",
  "adopt",
  "loadBalancer",
  "own",
  "secrets",
  "floatingIp",
  "securityGroup",
  "serial",
  "cascadeDelete",
] as const;

export function inputsOf(bag: Bag): Inputs {
  const keep = noMembers(bag);
  const body = withoutKept(isObject(bag.loadBalancer) ? bag.loadBalancer : {}, keep);
  return {
    owner: typeof bag.owner === "string" ? bag.owner : "",
    adopt: bag.adopt === true,
    body,
    keep: new Set(keep.keys()),
    name: String(body.name ?? ""),
    sharedId: typeof body.id === "string" && body.id !== "" ? body.id : undefined,
    secrets: objects(bag.secrets) as unknown as TlsSecret[],
    floatingIp: isObject(bag.floatingIp) ? (bag.floatingIp as FloatingIp) : undefined,
    securityGroup: isObject(bag.securityGroup) ? (bag.securityGroup as unknown as SecurityGroupBody) : undefined,
    serial: bag.serial === true,
    cascadeDelete: bag.cascadeDelete !== false,
  };
}

/** The pools whose members the program leaves as they are: what it declares of them does not count. */
export function noMembers({ keep }: Bag): MembersByPool {
  return new Map(texts(keep).map((pool) => [pool, []]));
}

function withoutKept(body: JsonObject, keep: MembersByPool): JsonObject {
  return keep.size > 0 ? nest(withMembers(flatten(body), keep), body) : body;
}

/** The inputs of a bag that also holds outputs. */
export function declaredIn(bag: Bag): Bag {
  return Object.fromEntries(PROPERTIES.map((key) => [key, bag[key]]));
}

/** The declaration of a load balancer that is the program's own although it is named by its id: as if it were not named. */
export function asOwn({ own, ...news }: Bag): Bag {
  if (!isObject(own) || !isObject(news.loadBalancer)) return news;
  const { id: _, ...named } = news.loadBalancer;
  const body = isObject(own.loadBalancer) ? own.loadBalancer : {};
  return { ...news, loadBalancer: { ...body, ...named }, ...(isVoid(own.floatingIp) ? {} : { floatingIp: own.floatingIp as Json }) };
}

/** What the program declares of a load balancer that the state holds as its own: to name its id says nothing new. */
export function declaredOf(id: string, olds: Bag, news: Bag): Bag {
  const held = isObject(olds.loadBalancer) && isVoid(olds.loadBalancer.id);
  const named = isObject(news.own) && isObject(news.loadBalancer) && news.loadBalancer.id === id;
  return held && named ? asOwn(news) : news;
}
