import { admitted } from "../../mizar";
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import { dnsLabel, isEnding, listOf, partOf } from "../metadata";
import type { Behaviour } from "../registry";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../status";
import { IN_RANGE, isPort, PROTOCOLS, portNameFaults } from "./ports";

const FIVE_MINUTES_S = 300;

/** A Pod. Nobody runs it here: it stays Pending unless a kubelet, or its stand-in, says otherwise. */
export const pod: Behaviour = {
  defaults(object) {
    const spec = partOf(object, "spec");
    spec.enableServiceLinks ??= true;
    spec.dnsPolicy ||= "ClusterFirst";
    spec.restartPolicy ||= "Always";
    spec.schedulerName ||= "default-scheduler";
    spec.securityContext ??= {};
    spec.terminationGracePeriodSeconds ??= 30;
    for (const volume of listOf(spec, "volumes")) volumeDefaults(volume);
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
  container.imagePullPolicy ||= isLatest(text(container.image)) ? "Always" : "IfNotPresent";
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  for (const port of listOf(container, "ports")) {
    port.protocol ||= "TCP";
    if (hostNetwork) port.hostPort ||= port.containerPort ?? 0;
  }
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"]) if (isObject(container[probe])) probeDefaults(container[probe]);
  for (const { valueFrom } of listOf(container, "env")) {
    const { fieldRef } = asObject(valueFrom);
    if (isObject(fieldRef)) fieldRef.apiVersion ||= "v1";
  }
  const resources = asObject(container.resources);
  if (isObject(resources.limits)) resources.requests = { ...resources.limits, ...asObject(resources.requests) };
}

/** An image without a tag, or with `latest`. */
function isLatest(image: string): boolean {
  const [, tag = "latest"] = (image.split("/").pop() ?? "").split(":");
  return tag === "latest" && !image.includes("@");
}

function probeDefaults(probe: JsonObject): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (!isObject(probe.httpGet)) return;
  probe.httpGet.path ||= "/";
  probe.httpGet.scheme ||= "HTTP";
}

const FILE_MODE = 0o644;

function volumeDefaults(volume: JsonObject): void {
  if (Object.keys(volume).length === 1) volume.emptyDir = {};
  for (const source of ["secret", "configMap", "downwardAPI", "projected"]) {
    const files = volume[source];
    if (isObject(files)) files.defaultMode ??= FILE_MODE;
  }
  if (isObject(volume.hostPath)) volume.hostPath.type ??= "";
}

/** A Pod stays on a node that is away for five minutes. */
function withTolerations(given: JsonObject[]): JsonObject[] {
  const tolerates = (key: string) => given.some((each) => (each.key === key || !each.key) && (!each.effect || each.effect === "NoExecute"));
  const always = ["not-ready", "unreachable"].map((name) => `node.kubernetes.io/${name}`);
  const toleration = { operator: "Exists", effect: "NoExecute", tolerationSeconds: FIVE_MINUTES_S };
  return [...given, ...always.filter((key) => !tolerates(key)).map((key) => ({ key, ...toleration }))];
}

/** How much of its resources a Pod may count on. */
function qualityOf(spec: JsonObject): string {
  const all = containersOf(spec).map(({ resources }) => {
    const { limits, requests } = asObject(resources);
    return { limits: asObject(limits), requests: asObject(requests) };
  });
  const counted = ["cpu", "memory"];
  if (all.every(({ limits, requests }) => counted.every((name) => !(name in limits) && !(name in requests)))) return "BestEffort";
  const isFull = all.every(({ limits, requests }) =>
    counted.every((name) => name in limits && limits[name] === (requests[name] ?? limits[name])),
  );
  return isFull ? "Guaranteed" : "Burstable";
}

const RESTARTS = ["Always", "OnFailure", "Never"];

function specFaults(spec: JsonObject): FieldError[] {
  const { containers, restartPolicy } = spec;
  const seen = new Set<string>();
  const isRepeated = (name: string) => name !== "" && seen.size === seen.add(name).size;
  return [
    ...(asArray(containers).length === 0 ? [required("spec.containers")] : []),
    ...LISTS.flatMap((field) =>
      listOf(spec, field).flatMap((container, i) => {
        const at = `spec.${field}[${i}]`;
        const name = text(container.name);
        return [...containerFaults(container, at), ...(isRepeated(name) ? [duplicate(`${at}.name`, name)] : [])];
      }),
    ),
    ...(RESTARTS.includes(text(restartPolicy)) ? [] : [unsupported("spec.restartPolicy", restartPolicy, RESTARTS)]),
  ];
}

function containerFaults(container: JsonObject, at: string): FieldError[] {
  const name = text(container.name);
  return [
    ...(name === "" ? [required(`${at}.name`)] : dnsLabel(name).map((why) => invalid(`${at}.name`, name, why))),
    ...(text(container.image) === "" ? [required(`${at}.image`)] : []),
    ...listOf(container, "ports").flatMap((port, i) => portFaults(port, `${at}.ports[${i}]`)),
  ];
}

const portFaults = ({ name, containerPort, protocol }: JsonObject, at: string): FieldError[] => [
  ...(text(name) === "" ? [] : portNameFaults(`${at}.name`, text(name))),
  ...(!containerPort
    ? [required(`${at}.containerPort`)]
    : isPort(containerPort)
      ? []
      : [invalid(`${at}.containerPort`, containerPort, IN_RANGE)]),
  ...(PROTOCOLS.includes(text(protocol)) ? [] : [unsupported(`${at}.protocol`, protocol, PROTOCOLS)]),
];

const CHANGEABLE = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** A Pod that is there keeps almost everything of its spec. */
function changeFaults(object: JsonObject, old: JsonObject): FieldError[] {
  const [now, then] = [asObject(object.spec), asObject(old.spec)];
  const added = LISTS.findLast((field) => listOf(now, field).length !== listOf(then, field).length);
  if (added) return [denied(`spec.${added}`, "pod updates may not add or remove containers")];
  if (sameJson(fixedPart(now), fixedPart(then))) return [];
  const shown = (spec: JsonObject, sign: string) => `${sign} ${JSON.stringify(fixedPart(spec))}`;
  return [
    denied("spec", `pod updates may not change fields other than ${CHANGEABLE}\n@@ -1 +1 @@\n${shown(then, "-")}\n${shown(now, "+")}\n`),
  ];
}

function fixedPart({ activeDeadlineSeconds: _, tolerations: __, ...spec }: JsonObject): JsonObject {
  const bare = (field: string) => listOf(spec, field).map((container) => ({ ...container, image: "" }));
  return { ...spec, containers: bare("containers"), initContainers: bare("initContainers") };
}
