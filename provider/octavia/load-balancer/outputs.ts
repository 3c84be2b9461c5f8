import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { FIELDS } from "../tree/fields";
import { flatten, type MembersByPool, nest, withMembers } from "../tree/flatten";
import { texts } from "../tree/keys";
import { isVoid } from "../tree/shape";
import type { CertificateRefs } from "../tree/wanted";
import { declaredIn } from "./inputs";

/** What is remembered besides the inputs; a run that fails in the middle leaves what it has come to. */
export interface Progress {
  /** As the API last answered. */
  loadbalancer: JsonObject;
  /** By place; members and rules are known by what they are. */
  ids: { [place: string]: string };
  /** What others have on the load balancer, in words. */
  others?: string[];
  certificates: CertificateRefs;
  floatingIp?: { id: string; address: string };
  securityGroupId?: string;
  /** True as soon as the load balancer is ours, or something in it: then a failure must be remembered. */
  ours?: boolean;
  /** Members of pools that keep them, in the words of the program: the run that declares them again must know what there is. */
  kept?: MembersByPool;
  /** Parts of it never come to rest, so that nothing can be changed any more: it must be made anew. */
  unfinished?: boolean;
}

/** Everything the state holds of a resource. `declared` is what was declared, or what stands there instead. */
export function outputs(declared: Bag, at: Progress): Bag {
  const { loadbalancer } = at;
  const body = declared.loadBalancer;
  return {
    ...declaredIn(declared),
    ...(at.kept && isObject(body) ? { loadBalancer: nest(withMembers(flatten(body), at.kept), body) } : {}),
    vipAddress: textOf(loadbalancer.vip_address),
    vipPortId: textOf(loadbalancer.vip_port_id),
    provisioningStatus: textOf(loadbalancer.provisioning_status),
    address: at.floatingIp?.address ?? textOf(loadbalancer.vip_address),
    floatingIpAddress: at.floatingIp?.address,
    floatingIpId: at.floatingIp?.id,
    securityGroupId: at.securityGroupId,
    certificates: Object.keys(at.certificates).length > 0 ? { ...at.certificates } : undefined,
    ids: Object.fromEntries(Object.entries(at.ids).filter(([place]) => isShown(place))),
    others: at.others && at.others.length > 0 ? at.others : undefined,
    fixed: fixedOf(loadbalancer),
    unfinished: at.unfinished,
  };
}

/** What was remembered, for the next run. */
export function progressOf(last: Bag, loadbalancer: JsonObject): Progress {
  const { floatingIpId: id, floatingIpAddress: address } = last;
  return {
    loadbalancer,
    ids: { ...(last.ids as { [place: string]: string } | undefined) },
    others: texts(last.others),
    certificates: { ...(last.certificates as CertificateRefs | undefined) },
    floatingIp: typeof id === "string" ? { id, address: String(address ?? "") } : undefined,
    securityGroupId: textOf(last.securityGroupId),
  };
}

/** What the API never changes on a load balancer, as the server holds it: only another value of these needs a new one. */
function fixedOf(loadbalancer: JsonObject): JsonObject {
  const fixed = Object.keys(FIELDS.loadbalancer).filter((field) => FIELDS.loadbalancer[field]?.fixed && !isVoid(loadbalancer[field]));
  return Object.fromEntries(fixed.map((field) => [field, loadbalancer[field] as Json]));
}

function isShown(place: string): boolean {
  return /^(listeners|pools)\//.test(place) && !/\/(members|rules)\//.test(place);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
