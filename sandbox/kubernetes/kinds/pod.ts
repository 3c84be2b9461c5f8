// Kind Pod: defaults and phase.
import { admitted } from "../../mizar/arktos/placement";
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import type { Behaviour } from "../cluster";
import { isEnding, listOf, partOf } from "../metadata";
import { denied, type FieldError, required } from "../status";

const FIVE_MINUTES_S = 300;

/** A Pod. Nothing runs it here: it stays Pending unless a kubelet, or its stand-in, says otherwise. */
export const pod: Behaviour = {
  defaults(object) {
    const spec = partOf(object, "spec");
    spec.enableServiceLinks ??= true;
    spec.dnsPolicy ||= "ClusterFirst";
    spec.restartPolicy ||= "Always";
    spec.schedulerName ||= "default-scheduler";
    spec.securityContext ??= {};
    spec.terminationGracePeriodSeconds ??= 30;
    for (const container of containersOf(spec)) containerDefaults(container, spec.hostNetwork === true);
  },
  prepare(object, old, { arktos, featureGates }) {
    if (arktos) Object.assign(object, admitted("Pod", object, featureGates.DefaultPodNetworkReadiness === true));
    const spec = partOf(object, "spec");
    const before = asObject(old?.spec);
    spec.priority ??= before.priority ?? 0;
    spec.preemptionPolicy ??= before.preemptionPolicy ?? "PreemptLowerPriority";
    spec.tolerations = withTolerations(listOf(spec, "tolerations"));
    if (!old) object.status = { phase: "Pending", qosClass: qualityOf(spec) };
  },
  validate: (object, old) => [...(old ? changeFaults(object, old) : []), ...specFaults(asObject(object.spec))],
  /** One that has been placed on a node gets time to end. */
  gracePeriod(object) {
    const { nodeName, terminationGracePeriodSeconds } = asObject(object.spec);
    const isDone = ["Failed", "Succeeded"].includes(text(asObject(object.status).phase));
    return text(nodeName) === "" || (isDone && !isEnding(object)) ? 0 : Number(terminationGracePeriodSeconds ?? 30);
  },
};

const LISTS = ["initContainers", "containers"] as const;

const containersOf = (spec: JsonObject): JsonObject[] => LISTS.flatMap((field) => listOf(spec, field));

function containerDefaults(container: JsonObject, hostNetwork: boolean): void {
  const [, tag = "latest"] = (text(container.image).split("/").pop() ?? "").split(":");
  container.imagePullPolicy ||= tag === "latest" && !text(container.image).includes("@") ? "Always" : "IfNotPresent";
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  for (const port of listOf(container, "ports")) {
    port.protocol ||= "TCP";
    if (hostNetwork) port.hostPort ||= port.containerPort ?? 0;
  }
  const resources = asObject(container.resources);
  if (isObject(resources.limits)) resources.requests = { ...resources.limits, ...asObject(resources.requests) };
}

/** A Pod stays on a node that is away for five minutes. */
function withTolerations(tolerations: JsonObject[]): JsonObject[] {
  const tolerates = (key: string) =>
    tolerations.some((each) => (each.key === key || !each.key) && (!each.effect || each.effect === "NoExecute"));
  const always = ["not-ready", "unreachable"].map((name) => `node.kubernetes.io/${name}`);
  const toleration = { operator: "Exists", effect: "NoExecute", tolerationSeconds: FIVE_MINUTES_S };
  return [...tolerations, ...always.filter((key) => !tolerates(key)).map((key) => ({ key, ...toleration }))];
}

/** Returns the quality-of-service class of a Pod. */
function qualityOf(spec: JsonObject): string {
  const all = containersOf(spec).map(({ resources }) => asObject(resources));
  const resourceNames = ["cpu", "memory"];
  const has = (resources: JsonObject, field: string) => resourceNames.filter((name) => name in asObject(resources[field])).length;
  if (all.every((each) => has(each, "limits") + has(each, "requests") === 0)) return "BestEffort";
  const isFull = all.every((each) => has(each, "limits") === 2 && sameJson(each.limits, each.requests));
  return isFull ? "Guaranteed" : "Burstable";
}

const specFaults = (spec: JsonObject): FieldError[] => [
  ...(asArray(spec.containers).length === 0 ? [required("spec.containers")] : []),
  ...LISTS.flatMap((list) =>
    listOf(spec, list).flatMap((container, i) =>
      ["name", "image"].filter((field) => text(container[field]) === "").map((field) => required(`spec.${list}[${i}].${field}`)),
    ),
  ),
];

/** A Pod that is there keeps almost everything of its spec. */
function changeFaults(object: JsonObject, old: JsonObject): FieldError[] {
  const isKept = sameJson(fixedPart(asObject(object.spec)), fixedPart(asObject(old.spec)));
  return isKept ? [] : [denied("spec", "pod updates may not change fields other than images and tolerations")];
}

function fixedPart({ activeDeadlineSeconds: _, tolerations: __, ...spec }: JsonObject): JsonObject {
  const bare = (field: string) => listOf(spec, field).map((container) => ({ ...container, image: "" }));
  return { ...spec, containers: bare("containers"), initContainers: bare("initContainers") };
}
