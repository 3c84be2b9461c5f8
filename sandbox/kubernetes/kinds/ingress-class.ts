import { asObject, isObject, text } from "../../shared/json";
import { type FieldError, invalid, required } from "../errors/field";
import type { Behaviour } from "../resources/resource";

export const ingressClass: Behaviour = {
  defaults({ spec }) {
    const { parameters } = asObject(spec);
    if (isObject(parameters)) parameters.scope ??= "Cluster";
  },
  validate(object, old) {
    const { controller, parameters } = asObject(object.spec);
    const name = text(controller);
    const faults: FieldError[] = [];
    const before = text(asObject(old?.spec).controller);
    if (old && before !== name) faults.push(invalid("spec.controller", name, "field is immutable"));
    else if (name === "") faults.push(required("spec.controller"));
    else if (!/^[^/]+\/.+$/.test(name))
      faults.push(invalid("spec.controller", name, 'must be a domain-prefixed path (such as "acme.io/foo")'));
    const { scope, namespace } = asObject(parameters);
    if (scope === "Namespace" && !text(namespace)) {
      faults.push(required("spec.parameters.namespace", "`parameters.scope` is set to 'Namespace'"));
    }
    return faults;
  },
};
