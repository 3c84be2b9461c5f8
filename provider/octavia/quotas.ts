// Reads the quotas of an OpenStack project, and how much of each is used.

import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import type { Limit } from "../lifecycle/preview/limits";
import { connect, type OpenStack } from "./client";

/** Lists in which the objects of each quota are counted: members and rules are in the lists of their parents. */
const COUNTED: { readonly [kind: string]: { list: string; key: string; within?: string } } = {
  load_balancer: { list: "loadbalancers", key: "loadbalancers" },
  listener: { list: "listeners", key: "listeners" },
  pool: { list: "pools", key: "pools" },
  member: { list: "pools", key: "pools", within: "members" },
  health_monitor: { list: "healthmonitors", key: "healthmonitors" },
  l7policy: { list: "l7policies", key: "l7policies" },
  l7rule: { list: "l7policies", key: "l7policies", within: "rules" },
};

/** Limits without a quota: a policy takes at most so many rules (octavia.md 2.6). */
export const RULES: readonly Limit[] = [{ limit: "rules_per_policy", most: 50 }];

/** The limits of the project of a configuration, how much of each is used, and those that have no quota. */
export async function projectLimits(config: ConfigSource): Promise<Limit[]> {
  return [...(await quotas(connect(config), undefined, Object.keys(COUNTED), true)), ...RULES];
}

/** The quotas of a project and how much of them is used; lists are only read of kinds that are limited. */
export async function quotas(
  stack: OpenStack,
  tenant: string | undefined,
  kinds: readonly string[],
  withUnlimited = false,
): Promise<Limit[]> {
  const project = tenant ?? (await stack.projectId());
  const { quota } = await stack.octavia.get(`/v2/lbaas/quotas/${project}`);
  const limits = isObject(quota) ? quota : {};
  const limited = kinds.filter((kind) => withUnlimited || mostOf(limits, kind) !== undefined);
  const lists = [...new Set(limited.map((kind) => COUNTED[kind]?.list ?? ""))].filter(Boolean);
  const read = await Promise.all(lists.map(async (list) => [list, await listOf(stack, list, project)] as const));
  const listByName = new Map(read);
  return limited.map((kind) => ({ limit: kind, most: mostOf(limits, kind), used: objectCount(kind, listByName) }));
}

/** -1 means unlimited. */
function mostOf(limits: JsonObject, kind: string): number | undefined {
  const most = Number(limits[kind] ?? limits[kind.replace("_", "")] ?? -1);
  return most < 0 ? undefined : most;
}

async function listOf({ octavia }: OpenStack, list: string, project_id: string): Promise<JsonObject[]> {
  const all = await octavia.list(`/v2/lbaas/${list}`, list, { project_id });
  return all.filter(({ provisioning_status }) => provisioning_status !== "DELETED");
}

function objectCount(kind: string, lists: ReadonlyMap<string, readonly JsonObject[]>): number {
  const { list, within } = COUNTED[kind] ?? { list: "" };
  const objects = lists.get(list) ?? [];
  if (!within) return objects.length;
  return objects.reduce((sum, object) => sum + (Array.isArray(object[within]) ? object[within].length : 0), 0);
}
