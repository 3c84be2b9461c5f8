// Compares the declaration of a load balancer with its state.

import type { Json } from "../../../resources/kind";
import { FIXED } from "../../../resources/octavia/load-balancer";
import { compare } from "../../lifecycle/bodies/compare";
import { hasUnknown, isObject, isUnknown, type JsonObject, type Properties } from "../../lifecycle/bodies/json";
import { stable } from "../../lifecycle/bodies/shape";
import type { Difference } from "../../lifecycle/handler";
import { isVoid, OCTAVIA_SHAPE, objects, textIn, texts } from "../tree/compare";
import { type NormalTree, treeOf, withMembers } from "../tree/normal";
import { preservedCertificateNames, withPreservedCertificates } from "../tree/preserved-certificates";
import { differingFixed } from "./found-by-name";
import { declaredOf, inputsOf, type State, stateOf } from "./inputs";
import { sameSecurityGroup } from "./security-group";

/**
 * Compares what the program declares with what the state says the server holds. After an import no one has declared anything yet:
 * then only what the program names counts.
 */
export function diff(id: string, olds: Properties, declared: Properties): Difference {
  const before = stateOf(olds);
  const news = declaredOf(id, before, declared);
  const changes: string[] = [];
  if (news.owner !== olds.owner || before.foreign !== undefined || before.unmarked) changes.push("owner");
  changes.push(...treeChanges(before, news));
  if (!sameNames(olds.secrets, news.secrets, preservedCertificateNames(before.inputs?.tree, inputsOf(news).keepCertificates)))
    changes.push("secrets");
  if (!sameWish(olds.floatingIp, news.floatingIp)) changes.push("floatingIp");
  if (hasUnknown(news.securityGroup) || !sameGroup(before, news)) changes.push("securityGroup");
  // Delete knows only what the state holds.
  if ((olds.cascadeDelete === false) !== (news.cascadeDelete === false)) changes.push("cascadeDelete");
  return { changes, replaces: replaced(olds, before, news) ? ["loadBalancer"] : [] };
}

/** A value that preview cannot know differs; members and certificates that are kept as they are do not count. */
function treeChanges(before: State, news: Properties): string[] {
  if (isUnknown(news.loadBalancer)) return ["loadBalancer"];
  const { tree, keep, keepCertificates } = inputsOf(news);
  if (hasUnknown(withoutMembers(news.loadBalancer, keep))) return ["loadBalancer"];
  const desired = withPreservedCertificates(tree, before.inputs?.tree, keepCertificates);
  const live = before.inputs ? withMembers(before.inputs.tree, new Map([...keep].map((pool) => [pool, []]))) : treeOf({}, [], []);
  if (!before.imported) return placed(compare(OCTAVIA_SHAPE, desired, withoutUndeclaredFixed(live, desired)));
  // Tags of others stay, whoever declares the load balancer.
  const tags = texts(live.tags).filter((tag) => texts(desired.tags).includes(tag));
  return placed(compare(OCTAVIA_SHAPE, desired, { ...live, tags }, { subset: true }));
}

/** A tree without fields that the API never changes and no program declares any more: the load balancer keeps them. */
const withoutUndeclaredFixed = (live: NormalTree, desired: NormalTree): NormalTree => {
  const kept = FIXED.filter((field) => isVoid(desired[field]));
  return { ...live, ...Object.fromEntries(kept.map((field) => [field, null])) };
};

const placed = (paths: readonly string[]): string[] => paths.map((path) => `loadBalancer.${path}`);

/** A body without the members of these pools, wherever they are in it. */
function withoutMembers(value: Json | undefined, pools: ReadonlySet<string>): Json | undefined {
  if (pools.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutMembers(one, pools) ?? null);
  const kept = Object.entries(value).filter(([field]) => !(field === "members" && pools.has(textIn(value.name))));
  return Object.fromEntries(kept.map(([field, member]) => [field, withoutMembers(member, pools) ?? null]));
}

const NONE_FIXED: JsonObject = Object.fromEntries(FIXED.map((field) => [field, null]));

/**
 * Fixed fields as the server has them, null where it has none. A plain declaration is its own state; of what no run has seen yet nothing is
 * known.
 */
function fixedBefore({ fixed, ids, loadBalancer }: Properties, before: State): JsonObject {
  const isDeclaration = fixed === undefined && ids === undefined && isObject(loadBalancer);
  const fixedFields = isDeclaration ? loadBalancer : before.fixed;
  return isDeclaration || Object.keys(fixedFields).length > 0 ? { ...NONE_FIXED, ...fixedFields } : {};
}

/** True if the id, or a field that the API never changes, has another value, or if one of ours is beyond repair. */
function replaced(olds: Properties, before: State, news: Properties): boolean {
  if (!isObject(news.loadBalancer) || !isObject(olds.loadBalancer)) return false;
  const desired = Object.fromEntries(Object.entries(news.loadBalancer).filter(([, value]) => !isUnknown(value)));
  const { id } = news.loadBalancer;
  if (!isUnknown(id) && (id ?? "") !== (olds.loadBalancer.id ?? "")) return true;
  // A load balancer that others made is not replaced: ours are only its listeners, pools and tags.
  if (id) return false;
  if (before.provisioningStatus === "ERROR" || before.unfinished) return true;
  return differingFixed(desired, fixedBefore(olds, before)) !== undefined;
}

function sameGroup({ inputs }: State, news: Properties): boolean {
  return sameSecurityGroup(inputs?.securityGroup, inputsOf(news).securityGroup);
}

/** Their names hold a fingerprint of the contents. Those of listeners that keep them stay, declared or not. */
function sameNames(olds: Json | undefined, news: Json | undefined, kept: ReadonlySet<string>): boolean {
  if (hasUnknown(news)) return false;
  const names = (list: Json | undefined) =>
    stable(
      objects(list)
        .map(({ name }) => textIn(name))
        .filter((name) => !kept.has(name))
        .sort(),
    );
  return names(olds) === names(news);
}

function sameWish(olds: Json | undefined, news: Json | undefined): boolean {
  if (hasUnknown(news)) return false;
  const meaning = (value: Json | undefined): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([key, member]) => member !== null && !(key === "keep" && member === false)))
      : null;
  return stable(meaning(olds)) === stable(meaning(news));
}
