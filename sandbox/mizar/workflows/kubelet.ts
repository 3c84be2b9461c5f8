import { text } from "../../shared/json";
import { annotationOf, type KubeObject, specText } from "../api/object";
import type { Action } from "../api/world";
import { TemporaryFailure } from "../engine/failures";
import { podEndpointName } from "./pod";
import { type Context, NOTHING, type Step } from "./workflow";

const READINESS = "arktos.futurewei.com/network-readiness";

/** What a node does to a Pod: takes it, and runs it once it has its address. Without it no Pod would ever get anywhere. */
export function runPod(pod: KubeObject, context: Context): Step {
  const { settings, world } = context;
  const { status, spec, metadata } = pod;
  if (!settings.kubelet || metadata.deletionTimestamp) return NOTHING;
  if (status.hostIP === undefined) {
    const droplet = nodeFor(spec.nodeName, context);
    return { actions: [write(pod, { phase: "Pending", hostIP: specText(droplet, "main_ip") })] };
  }
  if (status.phase !== "Pending") return NOTHING;
  if (spec.hostNetwork === true) return { actions: [write(pod, running(text(status.hostIP)))] };
  const endpoint = world.own("Endpoint", podEndpointName(pod, settings.defaultInterface));
  const isReady = (annotationOf(pod, READINESS) ?? "true") === "true";
  if (endpoint?.spec.status !== "Provisioned" || !isReady) return { actions: [], again: settings.retryMs };
  return { actions: [write(pod, running(specText(endpoint, "ip")))] };
}

function nodeFor(nodeName: unknown, { world }: Context): KubeObject {
  const droplets = world.provisioned("Droplet");
  const droplet = droplets.find(({ metadata }) => metadata.name === nodeName) ?? droplets[0];
  if (!droplet) throw new TemporaryFailure("no node is ready");
  return droplet;
}

const write = ({ kind, metadata: { name, namespace, tenant } }: KubeObject, status: object): Action => ({
  patch: { kind, name, namespace, tenant },
  with: { status },
  subresource: "status",
});

function running(podIP: string): object {
  const since = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const conditions = ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
    ...{ type, status: "True", lastProbeTime: null, lastTransitionTime: since },
  }));
  return { phase: "Running", podIP, podIPs: [{ ip: podIP }], startTime: since, conditions };
}
