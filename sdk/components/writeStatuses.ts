import * as pulumi from "@pulumi/pulumi";
import { LiveCluster } from "../../cluster/live-cluster";
import { ObjectStatus } from "../../cluster/resources/object-status";
import { Provider } from "../../cluster/resources/provider";
import type { ObjectRef } from "../../contract/diagnostic";
import { LbError } from "../../contract/errors";
import type { Json } from "../../contract/json";
import type { Status } from "../routing";
import type { SpecSource } from "../sources";

/** Where an object is served: what belongs into its `status.loadBalancer.ingress`. */
export interface Served {
  object: ObjectRef;
  ingress: pulumi.Input<{ [field: string]: string | undefined }[]>;
}

/** What of a component's arguments decides about statuses. */
export interface WriteStatusArgs {
  specs: SpecSource;
  writeStatus?: boolean | "force";
}

/**
 * Writes what became of the specs into the objects themselves: addresses into Services and Ingresses, Contour's words into
 * IngressRoutes. The objects are those of the live cluster among the specs, else of the configured one.
 */
export function writeStatuses(
  parent: pulumi.ComponentResource,
  name: string,
  { specs, writeStatus }: WriteStatusArgs,
  statuses: readonly Status[],
  served: readonly Served[],
): void {
  if (!writeStatus) return;
  const provider = connection(parent, name, specs);
  const write = ({ apiVersion, kind, namespace, name: object }: ObjectRef, status: { [field: string]: pulumi.Input<Json> }) => {
    const args = { apiVersion, kind, namespace, name: object, status, ...(writeStatus === "force" ? { force: true } : {}) };
    new ObjectStatus(`${name}-${kind}-${namespace}-${object}-status`, args, { parent, ...(provider ? { provider } : {}) });
  };
  for (const { object, ingress } of served) write(object, { loadBalancer: { ingress: ingress as pulumi.Input<Json> } as unknown as Json });
  for (const { object, state, description } of statuses) {
    if (object.kind === "IngressRoute") write(object, { currentStatus: state, description });
  }
}

/** A cluster that the program names itself is written as it was read. */
function connection(parent: pulumi.ComponentResource, name: string, specs: SpecSource): Provider | undefined {
  const clusters = liveClusters(specs);
  if (clusters.length > 1) {
    throw new LbError({
      code: "LB2122",
      object: `component ${name}`,
      message: `the specs come from ${clusters.length} clusters: whose statuses are to be written?`,
      remedy: "Use one component for each cluster, or leave writeStatus out.",
    });
  }
  const { kubeconfig, context, tenant, tenantPaths, timeout } = clusters[0]?.selection ?? {};
  if (kubeconfig === undefined && context === undefined && tenant === undefined) return undefined;
  // An explicit provider knows nothing of the stack's configuration.
  const usual = new pulumi.Config("kubernetes").get("kubeconfig");
  return new Provider(`${name}-cluster`, { kubeconfig: kubeconfig ?? usual, context, tenant, tenantPaths, timeout } as never, { parent });
}

function liveClusters(specs: SpecSource): LiveCluster[] {
  if (Array.isArray(specs)) return specs.flatMap(liveClusters);
  return specs instanceof LiveCluster ? [specs] : [];
}
