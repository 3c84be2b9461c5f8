import type { Json } from "../../../kinds/json";
import { compare } from "../../lifecycle/compare";
import { hasUnknown, isObject, isUnknown, type JsonObject } from "../../lifecycle/json";
import type { Bag, Difference } from "../../lifecycle/kind";
import { stable } from "../../lifecycle/shape";
import { flatten, withMembers } from "../tree/flatten";
import { objects } from "../tree/keys";
import { OCTAVIA_SHAPE } from "../tree/shape";
import { differingFixed } from "./find";
import { declaredOf, noMembers } from "./inputs";
import { sameSecurityGroup } from "./security-groups";

/**
 * Compares what the program declares with what the state says the server holds. After an import nobody has declared anything yet:
 * then only what the program names counts.
 */
export function diff(id: string, olds: Bag, declared: Bag): Difference {
  const news = declaredOf(id, olds, declared);
  const changes: string[] = [];
  if (news.owner !== olds.owner || olds.foreign !== undefined) changes.push("owner");
  changes.push(...treeChanges(olds, news));
  if (!sameNames(olds.secrets, news.secrets)) changes.push("secrets");
  if (!sameWish(olds.floatingIp, news.floatingIp)) changes.push("floatingIp");
  if (hasUnknown(news.securityGroup) || !sameSecurityGroup(olds.securityGroup, news.securityGroup)) changes.push("securityGroup");
  // Delete knows only what the state holds.
  if ((olds.cascadeDelete === false) !== (news.cascadeDelete === false)) changes.push("cascadeDelete");
  return { changes, replaces: replaced(olds, news) ? ["loadBalancer"] : [] };
}

function treeChanges(olds: Bag, news: Bag): string[] {
  if (isUnknown(news.loadBalancer)) return ["loadBalancer"];
  const [wanted, held] = [news.loadBalancer, olds.loadBalancer].map((body) =>
    isObject(body) ? withMembers(flatten(body), noMembers(news)) : {},
  ) as [JsonObject, JsonObject];
  const options = olds.imported === true ? { subset: true } : {};
  return compare(OCTAVIA_SHAPE, wanted, held, options).map((path) => `loadBalancer.${path}`);
}

/** What the API never changes; and one of ours that is beyond repair. */
function replaced(olds: Bag, news: Bag): boolean {
  if (!isObject(news.loadBalancer) || !isObject(olds.loadBalancer)) return false;
  const wanted = Object.fromEntries(Object.entries(news.loadBalancer).filter(([, value]) => !isUnknown(value)));
  const { id } = news.loadBalancer;
  if (!isUnknown(id) && (id ?? "") !== (olds.loadBalancer.id ?? "")) return true;
  // Of a load balancer that others made nothing but listeners, pools and tags is ours.
  if (id) return false;
  if (olds.provisioningStatus === "ERROR" || olds.unfinished === true) return true;
  return isObject(olds.fixed) && differingFixed(wanted, olds.fixed) !== undefined;
}

/** Their names hold a fingerprint of the contents. */
function sameNames(olds: Json | undefined, news: Json | undefined): boolean {
  if (hasUnknown(news)) return false;
  const names = (list: Json | undefined) =>
    objects(list)
      .map(({ name }) => String(name))
      .sort();
  return stable(names(olds)) === stable(names(news));
}

function sameWish(olds: Json | undefined, news: Json | undefined): boolean {
  if (hasUnknown(news)) return false;
  const given = (value: Json | undefined): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null && !(key === "keep" && one === false)))
      : null;
  return stable(given(olds)) === stable(given(news));
}
