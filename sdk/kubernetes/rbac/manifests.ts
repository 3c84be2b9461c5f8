import type { Family } from "../kinds";
import { manageRules, type RoleRule, readRules, writeStatusRules } from "./rules";

/** Whom to give what. */
export interface RbacOptions {
  /** What the stack manages; each reads other kinds. */
  target: "avi" | "octavia" | "mizar";
  /** With the rules that `writeStatus` needs. Default false. */
  writeStatus?: boolean;
  /** Only in these namespaces; Nodes and classes are cluster-wide all the same. Default: everywhere. */
  namespaces?: readonly string[];
  /** Who runs Pulumi: a ServiceAccount. Default `default/pulumi-k8s-lb`. */
  serviceAccount?: { namespace: string; name: string };
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
  const { target, writeStatus, namespaces, serviceAccount = { namespace: "default", name: "pulumi-k8s-lb" } } = options;
  const family: Family = target === "mizar" ? "mizar" : "routing";
  const rules = merged([...readRules(family), ...manageRules(family), ...(writeStatus ? writeStatusRules(family) : [])]);
  const subjects = [{ kind: "ServiceAccount", ...serviceAccount }];
  const name = `pulumi-k8s-lb-${target}`;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: serviceAccount };
  if (!namespaces) return [account, ...granted("Cluster", { name }, rules, subjects)];
  const [own, wide] = [rules.filter(({ namespaced }) => namespaced), rules.filter(({ namespaced }) => !namespaced)];
  return [
    account,
    ...granted("Cluster", { name }, wide, subjects),
    ...namespaces.flatMap((namespace) => granted("", { name, namespace }, own, subjects)),
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

/** Verbs of one resource together, then resources of one group with the same verbs. */
function merged(rules: readonly RoleRule[]): RoleRule[] {
  const verbs = new Map<string, { group: string; resource: string; namespaced: boolean; verbs: Set<string> }>();
  for (const { apiGroups, resources, verbs: given, namespaced } of rules) {
    for (const resource of resources) {
      const [group = ""] = apiGroups;
      const key = `${group}/${resource}`;
      const known = verbs.get(key) ?? { group, resource, namespaced, verbs: new Set<string>() };
      for (const verb of given) known.verbs.add(verb);
      verbs.set(key, known);
    }
  }
  const byVerbs = new Map<string, RoleRule & { resources: string[] }>();
  for (const { group, resource, namespaced, verbs: given } of verbs.values()) {
    const sorted = [...given].sort();
    const key = JSON.stringify([group, namespaced, sorted]);
    const known = byVerbs.get(key);
    if (known) known.resources.push(resource);
    else byVerbs.set(key, { apiGroups: [group], resources: [resource], verbs: sorted, namespaced });
  }
  return [...byVerbs.values()].map((rule) => ({ ...rule, resources: rule.resources.sort() }));
}
