import type { Rule } from "../../../provider/kubernetes/errors";
import { FAMILIES, type Family } from "../kinds";

/** A rule as a role holds it, and whether it can stand in a Role of one namespace. */
export interface RoleRule extends Omit<Rule, "namespace"> {
  namespaced: boolean;
}

/** What reading a cluster needs: one list per kind, Secrets that a route names, and whether a namespace exists. */
export function readRules(family: Family): RoleRule[] {
  const lists = FAMILIES[family].flatMap(({ kind, types, tenant }) =>
    groupsOf(types).map(({ group, plural, namespaced }) => ({
      apiGroups: [group],
      resources: [plural],
      verbs: kind === "Secret" ? ["get", "list"] : ["list"],
      // Mizar's own objects are not of the namespaces that somebody selects.
      namespaced: namespaced && tenant === undefined,
    })),
  );
  return [...lists, rule("", ["namespaces"], ["get"])];
}

/** The objects whose status is written, by the group and the name of their kind. */
const WRITTEN: readonly (readonly [group: string, plural: string])[] = [
  ["", "services"],
  ["networking.k8s.io", "ingresses"],
  ["extensions", "ingresses"],
  ["contour.heptio.com", "ingressroutes"],
];

/** What writing results back needs: to look at an object, and to patch nothing but its status. */
export function writeStatusRules(family: Family): RoleRule[] {
  // Readiness of a Pod stands in annotations, which are no subresource.
  if (family === "mizar") return [rule("", ["pods"], ["get", "list", "patch"])];
  const statuses = WRITTEN.flatMap(([group, plural]) => [
    rule(group, [plural], ["get", "list"]),
    rule(group, [`${plural}/status`], ["patch"]),
  ]);
  // Contour's definition of IngressRoute has no subresource for the status: it is a field of the object.
  return [...statuses, rule("contour.heptio.com", ["ingressroutes"], ["patch"])];
}

/** What the resources of Mizar need: their own objects, and a look at what the operator makes of them. */
export function manageRules(family: Family): RoleRule[] {
  if (family !== "mizar") return [];
  const managed = ["get", "list", "create", "patch", "delete"];
  return [
    wide("mizar.com", ["subnets", "vpcs"], managed),
    wide("mizar.com", ["bouncers", "dividers", "endpoints"], ["get", "list"]),
    wide("arktos.futurewei.com", ["networks"], managed),
    rule("", ["pods", "services"], managed),
    rule("", ["events"], ["list"]),
  ];
}

function rule(group: string, resources: string[], verbs: string[]): RoleRule {
  return { apiGroups: [group], resources, verbs, namespaced: true };
}

function wide(group: string, resources: string[], verbs: string[]): RoleRule {
  return { ...rule(group, resources, verbs), namespaced: false };
}

/** One per group: RBAC knows no versions. */
function groupsOf<T extends { group: string }>(types: readonly T[]): T[] {
  return types.filter(({ group }, index) => types.findIndex((one) => one.group === group) === index);
}
