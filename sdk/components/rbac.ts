// The RBAC rules that a component needs in a cluster.

import type { RbacRule } from "../../provider/kubernetes/errors";
import { type Family, GATEWAY_DEFINITION } from "../frontends";
import { FAMILIES } from "../kubernetes/kinds";
import { type ClusterRight, TARGETS, type TargetName } from "../targets";

/** A rule of a role, and whether it can be in a Role of one namespace. */
export interface RoleRule extends Omit<RbacRule, "namespace"> {
  namespaced: boolean;
  /** Only the objects of these names. Absent: all. */
  resourceNames?: readonly string[];
}

/** Rules for reading a cluster: one list per kind, Secrets that a route names, and a look whether a namespace exists. */
function readRules(family: Family): RoleRule[] {
  const lists = FAMILIES[family].flatMap(({ kind, types, tenant }) =>
    groupsOf(types).map(({ group, plural, namespaced }) => ({
      apiGroups: [group],
      resources: [plural],
      verbs: kind === "Secret" ? ["get", "list"] : ["list"],
      // Mizar's own objects are not of the namespaces that somebody selects.
      namespaced: namespaced && tenant === undefined,
    })),
  );
  return [...lists, rule("", ["namespaces"], ["get"]), ...(readsGateways(family) ? [rule("", ["configmaps"], ["get"]), definition] : [])];
}

/** Gateways name authorities in ConfigMaps, which are read one by one, and the definition of their kind has the version of all. */
const readsGateways = (family: Family): boolean => family !== "mizar";

const definition: RoleRule = {
  ...rule(GATEWAY_DEFINITION.type.group, [GATEWAY_DEFINITION.type.plural], ["get"]),
  namespaced: false,
  resourceNames: [GATEWAY_DEFINITION.name],
};

/** Rules for writing results back: to read an object, and to patch nothing but its status. */
function writeStatusRules(family: Family): RoleRule[] {
  return FAMILIES[family].flatMap(({ status, types }) =>
    groupsOf(status ? types : []).flatMap(({ group, plural, namespaced }) => [
      { ...rule(group, [plural], ["get", "list"]), namespaced },
      { ...rule(group, [`${plural}/status`], ["patch"]), namespaced },
      ...(status === "field" ? [{ ...rule(group, [plural], ["patch"]), namespaced }] : []),
    ]),
  );
}

/** Further rules for `k8s-lb watch`: to follow the kinds that are listed, and to report pending changes. */
function followRules(family: Family): RoleRule[] {
  const followed = readRules(family).filter(({ verbs }) => verbs.includes("list"));
  return [
    ...followed.map((one) => ({ ...one, verbs: ["watch"] })),
    ...(readsGateways(family) ? [rule("", ["configmaps"], ["list", "watch"])] : []),
    rule("", ["events"], ["create"]),
  ];
}

function rule(group: string, resources: string[], verbs: string[]): RoleRule {
  return { apiGroups: [group], resources, verbs, namespaced: true };
}

const allowed = ({ group, resources, verbs, clusterWide }: ClusterRight): RoleRule => ({
  ...rule(group, [...resources], [...verbs]),
  ...(clusterWide ? { namespaced: false } : {}),
});

/** One per group: RBAC knows no versions. */
function groupsOf<T extends { group: string }>(types: readonly T[]): T[] {
  return types.filter(({ group }, index) => types.findIndex((one) => one.group === group) === index);
}

/** Whom to give what. */
export interface RbacOptions {
  /** Target that the stack manages. Each reads other kinds. */
  target: TargetName;
  /** The setting `naming` of Avi: with `ako-2` and `ako-2-evh` the custom resources of AKO are read too. */
  naming?: string;
  /** The setting `serviceType` of Avi: with `NodePortLocal` Pods are read too. */
  serviceType?: string;
  /** The setting `readWorkloads`: Deployments, StatefulSets and DaemonSets are read too. Default false. */
  readWorkloads?: boolean;
  /** With the rules that `writeStatus` needs. Default false. */
  writeStatus?: boolean;
  /** With the rules that a continuous run needs: to follow what it reads, and to tell Events of it. Default false. */
  follow?: boolean;
  /** Only in these namespaces; Nodes and classes are cluster-wide all the same. Default: everywhere. */
  namespaces?: readonly string[];
  /** ServiceAccount that runs Pulumi. Default `default/pulumi-k8s-lb`. */
  serviceAccount?: { namespace: string; name: string };
}

/** Rules of a target, without their subject. */
export function rulesFor(
  options: Pick<RbacOptions, "target" | "naming" | "serviceType" | "readWorkloads" | "writeStatus" | "follow">,
): RoleRule[] {
  const { target, writeStatus, follow } = options;
  const { family: familyOf, rights } = TARGETS[target];
  const family = familyOf(options);
  return merged([
    ...readRules(family),
    ...(rights?.manage.map(allowed) ?? []),
    ...(writeStatus ? (rights?.writeStatus.map(allowed) ?? writeStatusRules(family)) : []),
    ...(follow ? followRules(family) : []),
  ]);
}

/** A manifest of Kubernetes. */
export type Manifest = { apiVersion: string; kind: string; metadata: { name: string; namespace?: string }; [field: string]: unknown };

const GROUP = "rbac.authorization.k8s.io";

/**
 * A ServiceAccount with the least that a target needs: roles and their bindings. The rules come from the table of kinds that is read,
 * so they are never more, and never less, than what is asked for.
 *
 * @example
 * ```ts
 * import { rbacManifests } from "pulumi-k8s-lb/cluster";
 *
 * for (const manifest of rbacManifests({ target: "avi", namespaces: ["shop"] })) console.log(JSON.stringify(manifest));
 * ```
 */
export function rbacManifests(options: RbacOptions): Manifest[] {
  const { target, namespaces, serviceAccount = { namespace: "default", name: "pulumi-k8s-lb" } } = options;
  const rules = rulesFor(options);
  const subjects = [{ kind: "ServiceAccount", ...serviceAccount }];
  // rights of another account would replace those of this one under the same name
  const whose = serviceAccount.namespace === "default" ? serviceAccount.name : `${serviceAccount.namespace}-${serviceAccount.name}`;
  const name = `${whose}-${target}`;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: serviceAccount };
  if (!namespaces) return [account, ...granted("Cluster", { name }, rules, subjects)];
  const [namespacedRules, clusterRules] = [rules.filter(({ namespaced }) => namespaced), rules.filter(({ namespaced }) => !namespaced)];
  return [
    account,
    ...granted("Cluster", { name }, clusterRules, subjects),
    ...namespaces.flatMap((namespace) => granted("", { name, namespace }, namespacedRules, subjects)),
  ];
}

function granted(scope: "Cluster" | "", metadata: Manifest["metadata"], rules: readonly RoleRule[], subjects: object[]): Manifest[] {
  if (rules.length === 0) return [];
  const roleRef = { apiGroup: GROUP, kind: `${scope}Role`, name: metadata.name };
  return [
    { apiVersion: `${GROUP}/v1`, kind: `${scope}Role`, metadata, rules: rules.map(({ namespaced: _namespaced, ...rule }) => rule) },
    { apiVersion: `${GROUP}/v1`, kind: `${scope}RoleBinding`, metadata, roleRef, subjects },
  ];
}

/** Verbs of one resource together, then resources of one group with the same verbs. Rules for named objects stay as they are. */
function merged(rules: readonly RoleRule[]): RoleRule[] {
  const [named, all] = [rules.filter(({ resourceNames }) => resourceNames), rules.filter(({ resourceNames }) => !resourceNames)];
  const byResource = new Map<string, { group: string; resource: string; namespaced: boolean; verbs: Set<string> }>();
  for (const { apiGroups, resources, verbs, namespaced } of all) {
    for (const resource of resources) {
      const [group = ""] = apiGroups;
      const key = `${group}/${resource}`;
      const entry = byResource.get(key) ?? { group, resource, namespaced, verbs: new Set<string>() };
      for (const verb of verbs) entry.verbs.add(verb);
      byResource.set(key, entry);
    }
  }
  const byVerbs = new Map<string, RoleRule & { resources: string[] }>();
  for (const { group, resource, namespaced, verbs } of byResource.values()) {
    const sorted = [...verbs].sort();
    const key = JSON.stringify([group, namespaced, sorted]);
    const roleRule = byVerbs.get(key);
    if (roleRule) roleRule.resources.push(resource);
    else byVerbs.set(key, { apiGroups: [group], resources: [resource], verbs: sorted, namespaced });
  }
  return [...[...byVerbs.values()].map((one) => ({ ...one, resources: one.resources.sort() })), ...named];
}
