import { asArray, asObject, isObject, sameJson, text } from "../../shared/json";
import { type FieldError, invalid, required, unsupported } from "../errors/field";
import type { Behaviour } from "../resources/resource";

const RBAC = "rbac.authorization.k8s.io";

/** Role and ClusterRole. */
export const role = (wide: boolean): Behaviour => ({
  validate(object) {
    return asArray(object.rules)
      .filter(isObject)
      .flatMap((rule, i) => {
        const faults: FieldError[] = [];
        if (asArray(rule.verbs).length === 0) faults.push(required(`rules[${i}].verbs`, "verbs must contain at least one value"));
        const paths = asArray(rule.nonResourceURLs);
        if (paths.length > 0) {
          if (!wide) faults.push(invalid(`rules[${i}].nonResourceURLs`, paths, "namespaced rules cannot apply to non-resource URLs"));
          return faults;
        }
        if (asArray(rule.apiGroups).length === 0)
          faults.push(required(`rules[${i}].apiGroups`, "resource rules must supply at least one api group"));
        if (asArray(rule.resources).length === 0)
          faults.push(required(`rules[${i}].resources`, "resource rules must supply at least one resource"));
        return faults;
      });
  },
});

/** RoleBinding and ClusterRoleBinding. */
export const roleBinding = (wide: boolean): Behaviour => ({
  defaults(object) {
    if (isObject(object.roleRef)) object.roleRef.apiGroup ||= RBAC;
    for (const subject of asArray(object.subjects).filter(isObject)) {
      if (subject.kind === "User" || subject.kind === "Group") subject.apiGroup ||= RBAC;
    }
  },
  validate(object, old) {
    const { kind, name } = asObject(object.roleRef);
    const kinds = wide ? ["ClusterRole"] : ["Role", "ClusterRole"];
    const faults: FieldError[] = [];
    if (old && !sameJson(object.roleRef, old.roleRef))
      faults.push(invalid("roleRef", roleText(asObject(object.roleRef)), "cannot change roleRef"));
    if (!kinds.includes(text(kind))) faults.push(unsupported("roleRef.kind", text(kind), kinds));
    if (text(name) === "") faults.push(required("roleRef.name"));
    return faults;
  },
});

const roleText = ({ apiGroup, kind, name }: { [field: string]: unknown }): object => ({ APIGroup: apiGroup, Kind: kind, Name: name });
