import { expect } from "vitest";
import type { Manifest } from "../../../sdk/kubernetes";
import { eventually } from "../../support/eventually";
import type { ClusterWorld } from "./cluster-world";

const REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/**
 * Waits until an API server grants what roles say: it learns of a role and of its binding a moment after it has stored them.
 *
 * @param manifests an account, then its roles and their bindings
 */
export async function rightsInForce(api: ClusterWorld["api"], [account, ...manifests]: readonly Manifest[]): Promise<void> {
  if (!account) return;
  const user = `system:serviceaccount:${account.metadata.namespace}:${account.metadata.name}`;
  for (const resourceAttributes of manifests.flatMap(rightsOf)) {
    const review = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec: { user, resourceAttributes } };
    await eventually(async () => {
      const { body } = await api("POST", REVIEWS, review);
      expect(body.status?.allowed, JSON.stringify(resourceAttributes)).toBe(true);
    }, 60_000);
  }
}

/** Each right of a role; a binding has none. */
function rightsOf({ metadata: { namespace }, rules }: Manifest) {
  const all: readonly { apiGroups: string[]; resources: string[]; verbs: string[]; resourceNames?: string[] }[] = Array.isArray(rules)
    ? rules
    : [];
  return all.flatMap(({ apiGroups, resources, verbs, resourceNames: [name] = [] }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((path) => {
        const [resource, subresource] = path.split("/");
        return verbs.map((verb) => ({ verb, group, resource, subresource, namespace, name }));
      }),
    ),
  );
}
