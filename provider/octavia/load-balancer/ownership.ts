import type { Json } from "../../../kinds/json";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { texts } from "../tree/keys";

/** How all our marks begin, whatever program wrote them. */
export const PREFIX = "pulumi-k8s-lb:";

/** Tags by which the OpenStack cloud provider notes which services use a load balancer. */
const SERVICE_PREFIX = "kube_service_";

/**
 * Tag of listeners, pools and policies that the resource of the load balancer itself has made: whose they are says the mark of the
 * load balancer. What guests make carries their mark instead, also when they are of the same program.
 */
export const OWN = "pulumi-k8s-lb-own";

/** Tag of a load balancer that stays for its guests although its resource is gone. */
export const LEFT = "pulumi-k8s-lb-left";

/** Marks and tags by which objects are known as ours. */
export function isMark(tag: string, owner: string): boolean {
  return [owner, OWN, LEFT].includes(tag);
}

/** The marks on an object: tags of ours, or what stands in brackets in its description. */
export function marksOf(raw: JsonObject): string[] {
  const described = typeof raw.description === "string" ? [...raw.description.matchAll(/\[(pulumi-k8s-lb:[^\]]*)\]/g)] : [];
  return [...texts(raw.tags).filter((tag) => tag.startsWith(PREFIX)), ...described.map(([, mark]) => mark as string)];
}

/** True when an object carries this mark, also one that does not begin as usual. */
export function isMarked(raw: JsonObject, owner: string): boolean {
  return texts(raw.tags).includes(owner) || (typeof raw.description === "string" && raw.description.includes(`[${owner}]`));
}

/** The description as the program declared it. */
export function withoutMark(description: Json | undefined, owner: string): string {
  return String(description ?? "")
    .replace(`[${owner}]`, "")
    .trim();
}

/** Services of others on an object, by their tags. */
export function otherServices(raw: JsonObject, declared: readonly string[]): string[] {
  return servicesIn(texts(raw.tags)).filter((tag) => !declared.includes(tag));
}

/** Those of the tags that name a Service. */
export function servicesIn(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(SERVICE_PREFIX));
}

/** Whom a load balancer may belong to so that we may write it. */
export interface Claim {
  owner: string;
  /** The mark it had when we last wrote it. */
  before?: string;
  adopt: boolean;
  /** True when the state knows its id: one of ours whose mark somebody wiped is still ours. */
  known: boolean;
}

/** True for one that is ours already. */
export function isOurs(raw: JsonObject, { owner, before, known }: Claim): boolean {
  if (isMarked(raw, owner) || (before !== undefined && before !== "" && isMarked(raw, before))) return true;
  return known && marksOf(raw).length === 0;
}

/** Refuses one that is somebody else's by naming whose it is. */
export function assertOurs(raw: JsonObject, claim: Claim): void {
  if (claim.adopt || isOurs(raw, claim)) return;
  const [mark] = marksOf(raw);
  const object = `LoadBalancer ${String(raw.name)}`;
  if (claim.known) throw failure("LB2004", { object, message: `was ours and now belongs to ${mark}` });
  const whose = mark ? `belongs to ${mark}` : "carries no mark of ours";
  throw failure("LB2003", { object, message: `exists and ${whose} (${String(raw.id)})` });
}
