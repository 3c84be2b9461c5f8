// Finds the readiness probes of the Pods behind Services.

import { keyOf, type Service, type ServicePort, type SpecSet, selects, type Workload } from "../../specs";
import { type PodChecks, podChecks } from "./pod-checks";

/** How a load balancer reaches Pods: by their addresses, by ports of all nodes, or by node ports that lead to one Pod each. */
export type ServerReach = "pods" | "node ports" | "ports of one Pod";

/** Readiness probes of the Pods behind Services, for workloads in the specs. */
export class Readiness {
  private readonly byNamespace = new Map<string, Workload[]>();
  private readonly checksByPort = new Map<string, readonly PodChecks[]>();

  /** @param follows health monitors take over the readiness probes */
  constructor(
    private readonly specs: Pick<SpecSet, "services" | "probedWorkloads">,
    readonly follows = false,
  ) {
    for (const workload of specs.probedWorkloads) {
      const near = this.byNamespace.get(workload.ref.namespace);
      if (near) near.push(workload);
      else this.byNamespace.set(workload.ref.namespace, [workload]);
    }
  }

  /** The Service, if it exists and selects Pods. */
  service(ref: { namespace: string; name: string }): Service | undefined {
    const service = this.specs.services.get(keyOf(ref));
    return service && service.type !== "ExternalName" && Object.keys(service.selector).length > 0 ? service : undefined;
  }

  /** The workloads whose Pods a Service selects. */
  workloads(ref: { namespace: string; name: string }): readonly Workload[] {
    const service = this.service(ref);
    const near = this.byNamespace.get(ref.namespace) ?? [];
    return service ? near.filter(({ labels }) => selects(service, ref.namespace, labels)) : [];
  }

  /** Checks of the Pods behind a port of a Service, by workload; empty without workloads in the specs. */
  checks(ref: { namespace: string; name: string }, port: ServicePort | undefined): readonly PodChecks[] {
    if (!port || this.byNamespace.size === 0) return [];
    const key = `${keyOf(ref)} ${port.protocol} ${port.port} ${port.targetPort}`;
    const cached = this.checksByPort.get(key);
    if (cached) return cached;
    const checksByWorkload = this.workloads(ref).map((workload) => podChecks(workload, port));
    this.checksByPort.set(key, checksByWorkload);
    return checksByWorkload;
  }
}
