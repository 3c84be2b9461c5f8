// The preflight checks of Mizar: the rights of the user.

import { connect, settingsOf } from "../kubernetes/connect";
import { refusedBecause } from "../kubernetes/errors";
import type { ResourceType } from "../kubernetes/types";
import { isObject } from "../lifecycle/bodies/json";
import type { Preflight, PreflightProbe } from "../lifecycle/preview/preflight";
import type { Finding } from "../lifecycle/preview/refusal";
import { objectKeyIn } from "./marked-objects";

/** The review of one's own rights, which every user may ask for. */
export const REVIEW: ResourceType = {
  group: "authorization.k8s.io",
  version: "v1",
  plural: "selfsubjectaccessreviews",
  kind: "SelfSubjectAccessReview",
  namespaced: false,
  tenanted: false,
};

/** Most namespaces whose rights are checked: a role that lacks a right usually lacks it everywhere. */
const MOST_PLACES = 20;

/** Questions to a Kubernetes API server: whether new objects may be created. On Arktos rights go by tenants, and no question is asked. */
export const preflight: Preflight = (config, { newNames }) => {
  const settings = settingsOf(config);
  if (settings.tenantPaths ?? settings.tenant !== undefined) return [];
  const client = connect(settings);
  const places = newNames.flatMap((name) => objectKeyIn(name) ?? []);
  const distinct = new Map(places.map((place) => [`${place.type.plural} ${place.namespace ?? ""}`, place]));
  return [...distinct.values()].slice(0, MOST_PLACES).map(({ type, namespace }): PreflightProbe => {
    const resourceAttributes = { verb: "create", group: type.group, resource: type.plural, ...(namespace ? { namespace } : {}) };
    const body = { apiVersion: "authorization.k8s.io/v1", kind: REVIEW.kind, spec: { resourceAttributes } };
    return async () => {
      try {
        const { status } = await client.create({ type: REVIEW, name: "" }, body);
        return isObject(status) && status.allowed === false ? [refusal(type, namespace)] : [];
      } catch (error) {
        if (refusedBecause(error, "not-found")) return [];
        throw error;
      }
    };
  });
};

function refusal({ group, plural }: ResourceType, namespace: string | undefined): Finding {
  const where = namespace ? `in the namespace "${namespace}"` : "at the cluster scope";
  const rule = `{ apiGroups: ["${group}"], resources: ["${plural}"], verbs: ["create"] }`;
  const remedy = `Give the user this rule (\`k8s-lb rbac --to mizar\` prints all): ${rule}`;
  return { code: "LB2075", fails: true, message: `the user may not create ${plural} ${where}`, remedy };
}
