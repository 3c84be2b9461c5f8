import { asArray, asObject, isObject, type JsonObject, text } from "../../../shared/json";

/** Values of a Pod's spec, or of a template's, that its writer left out. */
export function podSpecDefaults(spec: JsonObject): void {
  spec.dnsPolicy ||= "ClusterFirst";
  spec.restartPolicy ||= "Always";
  spec.schedulerName ||= "default-scheduler";
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  for (const volume of asArray(spec.volumes).filter(isObject)) volumeDefaults(volume);
  for (const field of ["initContainers", "containers"]) {
    for (const container of asArray(spec[field]).filter(isObject)) containerDefaults(container, spec.hostNetwork === true);
  }
}

function containerDefaults(container: JsonObject, hostNetwork: boolean): void {
  container.imagePullPolicy ||= isLatest(text(container.image)) ? "Always" : "IfNotPresent";
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  for (const port of asArray(container.ports).filter(isObject)) {
    port.protocol ||= "TCP";
    if (hostNetwork) port.hostPort ||= port.containerPort ?? 0;
  }
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"]) if (isObject(container[probe])) probeDefaults(container[probe]);
  for (const variable of asArray(container.env).filter(isObject)) {
    const reference = asObject(variable.valueFrom).fieldRef;
    if (isObject(reference)) reference.apiVersion ||= "v1";
  }
  const resources = asObject(container.resources);
  if (isObject(resources.limits)) resources.requests = { ...resources.limits, ...asObject(resources.requests) };
}

/** An image without a tag, or with `latest`. */
function isLatest(image: string): boolean {
  const name = image.split("/").pop() ?? "";
  if (name.includes("@")) return false;
  const tag = name.includes(":") ? name.split(":").pop() : "latest";
  return tag === "latest";
}

function probeDefaults(probe: JsonObject): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (isObject(probe.httpGet)) {
    probe.httpGet.path ||= "/";
    probe.httpGet.scheme ||= "HTTP";
  }
}

const FILE_MODE = 0o644;

function volumeDefaults(volume: JsonObject): void {
  const sources = Object.keys(volume).filter((field) => field !== "name");
  if (sources.length === 0) volume.emptyDir = {};
  for (const source of ["secret", "configMap", "downwardAPI", "projected"]) {
    if (isObject(volume[source])) (volume[source] as JsonObject).defaultMode ??= FILE_MODE;
  }
  if (isObject(volume.hostPath)) volume.hostPath.type ??= "";
}

/** How much of its resources a Pod may count on. */
export function qualityOf(spec: JsonObject): string {
  const containers = [...asArray(spec.initContainers), ...asArray(spec.containers)].map((each) => asObject(asObject(each).resources));
  const lists = containers.map(({ limits, requests }) => ({ limits: asObject(limits), requests: asObject(requests) }));
  const counted = ["cpu", "memory"];
  if (lists.every(({ limits, requests }) => counted.every((name) => !(name in limits) && !(name in requests)))) return "BestEffort";
  const full = lists.every(({ limits, requests }) =>
    counted.every((name) => name in limits && limits[name] === (requests[name] ?? limits[name])),
  );
  return full ? "Guaranteed" : "Burstable";
}
