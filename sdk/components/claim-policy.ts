// Writes a ValidatingAdmissionPolicy that enforces the setting `claims` in the cluster.

import { FRONT_ENDS } from "../frontends";
import type { ClaimRules, HostClaim } from "../routing";
import { type HostField, kindOf, serviceReader } from "../specs";
import { nameVariables, refusedNames, textList, textLiteral } from "./claim-expressions";
import type { Manifest } from "./rbac";

/** Kind of the API server that names hosts. */
interface NamingKind {
  kind: string;
  group: string;
  plural: string;
  hosts: readonly HostField[];
}

/** Kinds whose names of hosts are held to claims at admission: those that are read here, and the successor of IngressRoute. */
const NAMING_KINDS: readonly NamingKind[] = [
  { kind: "Service", group: "", plural: "services", hosts: serviceReader.hosts ?? [] },
  ...FRONT_ENDS.flatMap(({ kinds, sources }) =>
    kinds.flatMap(({ kind, apiVersions, hosts }) => {
      const [apiVersion = ""] = apiVersions;
      const source = sources.find((one) => one.kind === kindOf({ apiVersion, kind }));
      const served = source?.types.filter(({ group }, at, all) => all.findIndex((one) => one.group === group) === at) ?? [];
      return hosts ? served.map(({ group, plural }) => ({ kind, group, plural, hosts })) : [];
    }),
  ),
  { kind: "HTTPProxy", group: "projectcontour.io", plural: "httpproxies", hosts: [{ path: "spec.virtualhost.fqdn" }] },
];

const GROUP = "admissionregistration.k8s.io";

/**
 * Claims of hosts as a ValidatingAdmissionPolicy and its binding: the API server refuses what a translation refuses (LB1221), whoever serves
 * it. It needs Kubernetes 1.30.
 *
 * @example
 * ```ts
 * import { claimPolicy } from "pulumi-k8s-lb/cluster";
 *
 * const claims = [{ hosts: ["*.team-a.example.com"], namespaces: ["team-a"] }];
 * for (const manifest of claimPolicy({ claims, claimsOnly: false })) console.log(JSON.stringify(manifest));
 * ```
 */
export function claimPolicy({ claims, claimsOnly }: ClaimRules): Manifest[] {
  const metadata = { name: "k8s-lb-claims" };
  const groups = [...new Set(NAMING_KINDS.map(({ group }) => group))];
  const policy = {
    failurePolicy: "Fail",
    matchConstraints: {
      resourceRules: groups.map((group) => ({
        apiGroups: [group],
        apiVersions: ["*"],
        operations: ["CREATE", "UPDATE"],
        resources: NAMING_KINDS.flatMap((one) => (one.group === group ? [one.plural] : [])),
        scope: "Namespaced",
      })),
    },
    // a controller must be able to take its finalizer from what was there before
    matchConditions: [{ name: "not-being-deleted", expression: "!has(object.metadata.deletionTimestamp)" }],
    variables: [...variablesOf(claims), { name: "refused", expression: refusedNames(claimsOnly) }],
    validations: [
      {
        expression: "variables.refused.size() == 0",
        messageExpression: `"namespace " + request.namespace + " may not use " + variables.refused.join(", ") + ": ${
          claimsOnly ? "no claim gives it that host" : "other namespaces claim it"
        } (k8s-lb claims)"`,
        reason: "Forbidden",
      },
    ],
  };
  return [
    { apiVersion: `${GROUP}/v1`, kind: "ValidatingAdmissionPolicy", metadata, spec: policy },
    {
      apiVersion: `${GROUP}/v1`,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata,
      spec: { policyName: metadata.name, validationActions: ["Deny"] },
    },
  ];
}

/** Values that the refusal is made of, each from those before it. */
function variablesOf(claims: readonly HostClaim[]): { name: string; expression: string }[] {
  const all = [...new Set(claims.flatMap(({ hosts }) => hosts.map((host) => host.toLowerCase())))];
  const ownHosts = claims.map((claim) => `(${isMeant(claim)} ? ${textList(claim.hosts.map((host) => host.toLowerCase()))} : [])`);
  return [
    // without a type, as the kinds have different fields
    { name: "object", expression: "dyn(object)" },
    { name: "labels", expression: "namespaceObject.metadata.?labels.orValue({})" },
    { name: "claimed", expression: textList(all) },
    { name: "own", expression: ownHosts.length > 0 ? ownHosts.join(" +\n") : "[]" },
    ...nameVariables(NAMING_KINDS),
  ];
}

function isMeant({ namespaces = [], namespaceLabels }: HostClaim): string {
  const labels = Object.entries(namespaceLabels ?? {}).map(
    ([key, value]) => `variables.labels[?${textLiteral(key)}].orValue("") == ${textLiteral(value)}`,
  );
  const conditions = [
    ...(namespaces.length > 0 ? [`request.namespace in ${textList(namespaces)}`] : []),
    ...(labels.length > 0 ? [`(${labels.join(" && ")})`] : []),
  ];
  return conditions.join(" || ") || "false";
}
