// The servers of a Service with `serviceType: NodePortLocal`.

import type { Diagnostic } from "../../../resources/diagnostic";
import { type MemberServer, type MemberSource, type MovingSpecs, preserveServers, sortServers } from "../../routing";
import { diagnose, isUnknown, keyOf, NODE_PORT_LOCAL, type ServedPod, type Service, type ServicePort } from "../../specs";

/** The annotation of a Service by which Antrea opens such ports for its Pods; AKO writes it by itself. */
export const ENABLES_NODE_PORT_LOCAL = `${NODE_PORT_LOCAL}/enabled`;

/**
 * The ports of nodes that lead to the Pods of a Service, as Antrea writes them into its Pods (PopulateServersForNPL). A Pod that says that it
 * is not ready, that has ended, or that the endpoints of the Service do not name is left out; one that is being deleted, or that the endpoints
 * say is not ready, is a server that is off. A port that Antrea opened for
 * another protocol is no server, where AKO takes it.
 */
export function nodePortLocalMembers(specs: MovingSpecs): MemberSource {
  return (service, port, report) => {
    const { ref } = service;
    const reason = unreachable(service, port);
    if (reason) {
      return preserveServers(report, diagnose("LB1415", ref, reason.at, `no node port leads to ${keyOf(ref)}: ${reason.text}`));
    }
    const selected = specs.pods.get(keyOf(ref)) ?? [];
    if (selected.length === 0 && !isEmpty(specs, service)) return withoutPorts(service, "its Pods are not among the specs", report);
    const readiness = readinessOf(specs, service);
    const isEndpoint = ({ ref: { name }, unready, ended }: ServedPod) => !unready && !ended && (readiness?.has(name) ?? true);
    const podsWithServers = selected.filter(isEndpoint).map((pod) => ({ pod, servers: serversOf(pod, port, readiness) }));
    const without = podsWithServers.filter(({ servers }) => servers.length === 0).map(({ pod }) => pod.ref.name);
    if (without.length > 0) {
      const lack = `${named(without)} of it have no port of their node for port ${port.port}/${port.protocol} in the annotation ${NODE_PORT_LOCAL}`;
      if (without.length === podsWithServers.length) return withoutPorts(service, lack, report);
      report(lacking(service, lack, "warning"));
    }
    const servers = podsWithServers.flatMap((one) => one.servers);
    if (!servers.some(({ ready }) => ready)) report(diagnose("LB1104", ref, "", `${keyOf(ref)} has no ready endpoints`));
    return { servers: sortServers(servers) };
  };
}

/** Reason why Antrea opens no port for this one. */
function unreachable({ selector }: Service, { protocol }: ServicePort): { at: string; text: string } | undefined {
  if (protocol === "SCTP") return { at: "/spec/ports", text: "Antrea opens none for SCTP" };
  const isMissing = !isUnknown(selector) && Object.keys(selector).length === 0;
  return isMissing ? { at: "/spec/selector", text: "it has no selector, and its endpoints are no Pods" } : undefined;
}

/** True if the Service has no Pods at this time: its endpoints exist and are empty. */
function isEmpty({ endpoints }: MovingSpecs, { ref }: Service): boolean {
  const subsets = endpoints.get(keyOf(ref))?.subsets;
  return subsets?.every(({ addresses, notReady }) => addresses.length + notReady.length === 0) ?? false;
}

/** Ports that Antrea has not written yet, or that were not read, empty no pool. */
function withoutPorts(service: Service, lack: string, report: (diagnostic: Diagnostic) => void): ReturnType<MemberSource> {
  return preserveServers(report, lacking(service, lack));
}

function lacking(service: Service, lack: string, severity: "error" | "warning" = "error"): Diagnostic {
  const { ref, type, meta } = service;
  const annotation = `${ENABLES_NODE_PORT_LOCAL}: "true"`;
  const remedy =
    type === "NodePort"
      ? `Antrea opens none for a Service of type NodePort: make it ClusterIP, with the annotation ${annotation}.`
      : meta.annotations[ENABLES_NODE_PORT_LOCAL] === "true"
        ? "Look whether NodePortLocal is enabled in the configuration of Antrea, and give the Pods, as Antrea has annotated them, or read them from the cluster."
        : `Annotate the Service with ${annotation}, as AKO does by itself, and read the Pods once Antrea has annotated them.`;
  const stay = severity === "error" ? " Until then servers stay as they are, and new pools have none." : "";
  return diagnose("LB1416", ref, "", `${keyOf(ref)}: ${lack}`, { severity, remedy: `${remedy}${stay}` });
}

/** The first names of a long list. */
const named = (pods: readonly string[]) =>
  `the Pods ${pods.slice(0, 3).join(", ")}${pods.length > 3 ? ` and ${pods.length - 3} more` : ""}`;

/** Pods that the endpoints of the Service name, each with whether it is ready there. Undefined where there are none, or one names no Pod. */
function readinessOf({ endpoints }: MovingSpecs, { ref }: Service): ReadonlyMap<string, boolean> | undefined {
  const readiness = new Map<string, boolean>();
  const subsets = endpoints.get(keyOf(ref))?.subsets;
  if (!subsets || subsets.some(({ addresses, notReady }) => [...addresses, ...notReady].some(({ target }) => !target))) return undefined;
  for (const { addresses, notReady } of subsets) {
    for (const { target } of notReady) if (target && !readiness.has(target.name)) readiness.set(target.name, false);
    for (const { target, ending = false } of addresses) if (target) readiness.set(target.name, !ending);
  }
  return readiness;
}

/** Without endpoints a Pod counts as ready. A target port with a name is looked up in each Pod, as endpoints do it. */
function serversOf(pod: ServedPod, port: ServicePort, readiness: ReadonlyMap<string, boolean> | undefined): MemberServer[] {
  const { targetPort = port.port, protocol } = port;
  const containerPort = typeof targetPort === "number" ? targetPort : pod.namedPorts.get(targetPort);
  const { namespace, name } = pod.ref;
  return (pod.localPorts ?? [])
    .filter(({ podPort, protocols }) => podPort === containerPort && (protocols.length === 0 || protocols.includes(protocol.toLowerCase())))
    .map(({ nodeIP, nodePort }) => ({
      address: nodeIP,
      port: nodePort,
      ready: !pod.terminating && (readiness?.get(name) ?? true),
      target: { namespace, name },
    }));
}
