import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { isEnding, mapOf } from "../resources/meta";
import { AGE, about, type Column, column, NAME, orNone, wide } from "./columns";

const listOf = (object: JsonObject, field: string): JsonObject[] => asArray(object[field]).filter(isObject);
const specOf = (object: JsonObject): JsonObject => asObject(object.spec);
const statusOf = (object: JsonObject): JsonObject => asObject(object.status);

const ROLE = "node-role.kubernetes.io/";
const INFO = "api.core.v1.NodeSystemInfo";

const infoOf = (node: JsonObject): JsonObject => asObject(statusOf(node).nodeInfo);

const orUnknown = (value: string): string => value || "<unknown>";

export const NODE: Column[] = [
  NAME,
  column("Status", "The status of the node", nodeStatus),
  column("Roles", "The roles of the node", (node) => orNone(rolesOf(node).join(","))),
  AGE,
  column("Version", about(INFO, "kubeletVersion"), (node) => text(infoOf(node).kubeletVersion)),
  wide("Internal-IP", about("api.core.v1.NodeStatus", "addresses"), (node) => addressOf(node, "InternalIP")),
  wide("External-IP", about("api.core.v1.NodeStatus", "addresses"), (node) => addressOf(node, "ExternalIP")),
  wide("OS-Image", about(INFO, "osImage"), (node) => orUnknown(text(infoOf(node).osImage))),
  wide("Kernel-Version", about(INFO, "kernelVersion"), (node) => orUnknown(text(infoOf(node).kernelVersion))),
  wide("Container-Runtime", about(INFO, "containerRuntimeVersion"), (node) => orUnknown(text(infoOf(node).containerRuntimeVersion))),
];

function nodeStatus(node: JsonObject): string {
  const ready = listOf(statusOf(node), "conditions").find(({ type }) => type === "Ready");
  const word = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return specOf(node).unschedulable === true ? `${word},SchedulingDisabled` : word;
}

function rolesOf(node: JsonObject): string[] {
  const labels = mapOf(node, "labels");
  const named = Object.keys(labels).filter((key) => key.startsWith(ROLE) && key.length > ROLE.length);
  const roles = named.map((key) => key.slice(ROLE.length));
  return [...new Set([...roles, ...(labels["kubernetes.io/role"] ? [labels["kubernetes.io/role"]] : [])])].sort();
}

function addressOf(node: JsonObject, type: string): string {
  return text(listOf(statusOf(node), "addresses").find((each) => each.type === type)?.address ?? "<none>");
}

export const POD: Column[] = [
  NAME,
  column("Ready", "The aggregate readiness state of this pod for accepting traffic.", readyOf),
  column("Status", "The aggregate status of the containers in this pod.", podStatus),
  column(
    "Restarts",
    "The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.",
    (pod) => String(listOf(statusOf(pod), "containerStatuses").reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0)),
  ),
  AGE,
  wide("IP", about("api.core.v1.PodStatus", "podIP"), (pod) => orNone(text(statusOf(pod).podIP))),
  wide("Node", about("api.core.v1.PodSpec", "nodeName"), (pod) => orNone(text(specOf(pod).nodeName))),
  wide("Nominated Node", about("api.core.v1.PodStatus", "nominatedNodeName"), (pod) => orNone(text(statusOf(pod).nominatedNodeName))),
  wide("Readiness Gates", about("api.core.v1.PodSpec", "readinessGates"), gatesOf),
];

function readyOf(pod: JsonObject): string {
  const ready = listOf(statusOf(pod), "containerStatuses").filter((each) => each.ready === true);
  return `${ready.length}/${asArray(specOf(pod).containers).length}`;
}

function podStatus(pod: JsonObject): string {
  if (isEnding(pod)) return "Terminating";
  const states = listOf(statusOf(pod), "containerStatuses").map(({ state }) => asObject(state));
  const reasons = states.map(({ waiting, terminated }) => text(asObject(waiting).reason) || text(asObject(terminated).reason));
  return reasons.find((reason) => reason !== "") ?? text(statusOf(pod).reason ?? statusOf(pod).phase);
}

function gatesOf(pod: JsonObject): string {
  const gates = listOf(specOf(pod), "readinessGates").map(({ conditionType }) => text(conditionType));
  const conditions = listOf(statusOf(pod), "conditions");
  const met = gates.filter((gate) => conditions.some(({ type, status }) => type === gate && status === "True"));
  return gates.length === 0 ? "<none>" : `${met.length}/${gates.length}`;
}

const templateOf = (deployment: JsonObject): JsonObject[] => listOf(asObject(asObject(specOf(deployment).template).spec), "containers");

const DEPLOYMENT_STATUS = "api.apps.v1.DeploymentStatus";

export const DEPLOYMENT: Column[] = [
  NAME,
  column(
    "Ready",
    "Number of the pod with ready state",
    (each) => `${Number(statusOf(each).readyReplicas ?? 0)}/${text(specOf(each).replicas)}`,
  ),
  column("Up-to-date", about(DEPLOYMENT_STATUS, "updatedReplicas"), (each) => Number(statusOf(each).updatedReplicas ?? 0)),
  column("Available", about(DEPLOYMENT_STATUS, "availableReplicas"), (each) => Number(statusOf(each).availableReplicas ?? 0)),
  AGE,
  wide("Containers", "Names of each container in the template.", (each) =>
    templateOf(each)
      .map(({ name }) => text(name))
      .join(","),
  ),
  wide("Images", "Images referenced by each container in the template.", (each) =>
    templateOf(each)
      .map(({ image }) => text(image))
      .join(","),
  ),
  wide("Selector", about("api.apps.v1.DeploymentSpec", "selector"), (each) => {
    const labels = asObject(asObject(specOf(each).selector).matchLabels);
    return orNone(
      Object.keys(labels)
        .sort()
        .map((key) => `${key}=${text(labels[key])}`)
        .join(","),
    );
  }),
];
