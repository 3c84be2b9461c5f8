import { admitted } from "../../../mizar";
import { asArray, asObject, isObject, type JsonObject, text } from "../../../shared/json";
import { isEnding } from "../../resources/meta";
import type { Behaviour } from "../../resources/resource";
import { specOf } from "../service/needs";
import { podSpecDefaults, qualityOf } from "./defaults";
import { changeFaults, podSpecFaults } from "./rules";

const FIVE_MINUTES_S = 300;

/** A Pod. Nobody runs it here: it stays Pending unless a kubelet, or its stand-in, says otherwise. */
export const pod: Behaviour = {
  defaults(object) {
    const spec = specOf(object);
    spec.enableServiceLinks ??= true;
    podSpecDefaults(spec);
  },
  prepare(object, old, { arktos, featureGates }) {
    if (arktos) Object.assign(object, admitted("Pod", object, featureGates.DefaultPodNetworkReadiness === true));
    const spec = specOf(object);
    const before = old ? asObject(old.spec) : {};
    spec.priority ??= before.priority ?? 0;
    spec.preemptionPolicy ??= before.preemptionPolicy ?? "PreemptLowerPriority";
    spec.tolerations = withTolerations(asArray(spec.tolerations).filter(isObject));
    if (old) return;
    object.status = { phase: "Pending", qosClass: qualityOf(spec) };
  },
  validate: (object, old) => [...(old ? changeFaults(object, old) : []), ...podSpecFaults(asObject(object.spec), "spec")],
  gracePeriod,
};

/** One that has been placed on a node gets time to end. */
function gracePeriod(object: JsonObject): number {
  const { nodeName, terminationGracePeriodSeconds } = asObject(object.spec);
  const done = ["Failed", "Succeeded"].includes(text(asObject(object.status).phase));
  if (text(nodeName) === "" || (done && !isEnding(object))) return 0;
  return Number(terminationGracePeriodSeconds ?? 30);
}

/** A Pod stays on a node that is away for five minutes. */
function withTolerations(given: JsonObject[]): JsonObject[] {
  const always = ["not-ready", "unreachable"].map((name) => `node.kubernetes.io/${name}`);
  const missing = always.filter(
    (key) => !given.some((each) => (each.key === key || !each.key) && (!each.effect || each.effect === "NoExecute")),
  );
  return [...given, ...missing.map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: FIVE_MINUTES_S }))];
}
