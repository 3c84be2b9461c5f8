// Owner marks, nonces and tags on objects of Octavia.

import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { MARK_PREFIX } from "../../lifecycle/ownership";
import { texts } from "./compare";

/** Tags by which the OpenStack cloud provider notes which services use a load balancer. */
const SERVICE_PREFIX = "kube_service_";

/**
 * Tag of listeners, pools and policies that the resource of the load balancer itself has made: whose they are says the mark of the
 * load balancer. What guests make carries their mark instead, also when they are of the same program.
 */
export const OWN_TAG = "pulumi-k8s-lb-own";

/** Tag of a load balancer without a resource that stays because others use it. */
export const ORPHANED_TAG = "pulumi-k8s-lb-left";

/** Tag, or the text in brackets in a description: which of the runs of one name has created an object. */
const NONCE_PREFIX = "pulumi-k8s-lb-nonce:";

/** Tag that holds a nonce on an object. */
export const nonceTag = (nonce: string): string => NONCE_PREFIX + nonce;

/** True for the tag that holds a nonce. */
export const isNonceTag = (tag: string): boolean => tag.startsWith(NONCE_PREFIX);

/** The nonce on an object: a tag, or in its description. */
export function nonceIn(raw: JsonObject): string | undefined {
  const described = typeof raw.description === "string" ? NONCE_IN_TEXT.exec(raw.description)?.[1] : undefined;
  return texts(raw.tags).find(isNonceTag)?.slice(NONCE_PREFIX.length) ?? described;
}

const NONCE_IN_TEXT = /\[pulumi-k8s-lb-nonce:([0-9a-f]+)\]/;

/** True for parts that carry a mark of their own. */
export function isMarkedPart(part: TreePart): boolean {
  return part === "listener" || part === "pool" || part === "l7policy";
}

/** Marks and tags by which objects are known as ours. */
export function isMark(tag: string, owner: string): boolean {
  return [owner, OWN_TAG, ORPHANED_TAG].includes(tag) || isNonceTag(tag);
}

/** Marks of any owner, and the tag of what a load balancer's own resource has made. */
export function isAnyMark(tag: string): boolean {
  return tag.startsWith(MARK_PREFIX) || tag === OWN_TAG;
}

/**
 * The marks on an object: tags of ours, or the text in brackets in its description.
 *
 * @unverified octavia/tags-kept
 */
export function marksOf(raw: JsonObject): string[] {
  const described = typeof raw.description === "string" ? [...raw.description.matchAll(/\[(pulumi-k8s-lb:[^\]]*)\]/g)] : [];
  return [...texts(raw.tags).filter((tag) => tag.startsWith(MARK_PREFIX)), ...described.flatMap(([, mark]) => mark ?? [])];
}

/** True when an object carries this mark, also one that does not begin as usual. */
export function isMarked(raw: JsonObject, owner: string): boolean {
  return texts(raw.tags).includes(owner) || (typeof raw.description === "string" && raw.description.includes(`[${owner}]`));
}

/** The description as the program declared it. */
export function withoutMark(description: Json | undefined, owner: string): string {
  return typeof description === "string" ? description.replace(NONCE_IN_TEXT, "").replace(`[${owner}]`, "").trim() : "";
}

/** Services of others on an object, by their tags. */
export function otherServices(raw: JsonObject, declared: readonly string[]): string[] {
  return servicesIn(texts(raw.tags)).filter((tag) => !declared.includes(tag));
}

/** The tags that name a Service. */
export function servicesIn(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(SERVICE_PREFIX));
}
