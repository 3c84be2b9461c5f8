import { refusalOf } from "../../mizar";
import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid, required } from "../errors/field";
import { badRequest } from "../errors/status";
import type { Behaviour } from "../resources/resource";
import { podSpecDefaults } from "./pod/defaults";
import { podSpecFaults } from "./pod/rules";
import { specOf } from "./service/needs";

const PART = "25%";

/** A Deployment; nothing makes Pods of it here. */
export const deployment: Behaviour = {
  defaults(object) {
    const spec = specOf(object);
    spec.replicas ??= 1;
    spec.revisionHistoryLimit ??= 10;
    spec.progressDeadlineSeconds ??= 600;
    const strategy = asObject(spec.strategy);
    strategy.type ||= "RollingUpdate";
    if (strategy.type === "RollingUpdate")
      strategy.rollingUpdate = { maxSurge: PART, maxUnavailable: PART, ...asObject(strategy.rollingUpdate) };
    spec.strategy = strategy;
    const template = asObject(spec.template);
    if (isObject(template.spec)) podSpecDefaults(template.spec);
  },
  prepare(object, _, cluster) {
    const refused = cluster.arktos ? refusalOf("Deployment", object) : undefined;
    if (refused) throw badRequest(refused);
  },
  validate(object) {
    const { selector, template, replicas } = asObject(object.spec);
    const faults: FieldError[] = [];
    if (Number(replicas) < 0) faults.push(invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    if (!isObject(selector)) faults.push(required("spec.selector"));
    const labels = asObject(asObject(asObject(template).metadata).labels);
    if (!isObject(selector) || !matches(selector, labels)) {
      faults.push(invalid("spec.template.metadata.labels", labels, "`selector` does not match template `labels`"));
    }
    return [...faults, ...podSpecFaults(asObject(asObject(template).spec), "spec.template.spec")];
  },
};

const matches = (selector: JsonObject, labels: JsonObject): boolean =>
  Object.entries(asObject(selector.matchLabels)).every(([key, value]) => text(labels[key]) === text(value));
