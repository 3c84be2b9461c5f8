import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../../kinds/errors";
import type { ClusterSelection, Family } from "../kubernetes/kinds";
import type { LiveCluster } from "../kubernetes/live-cluster";
import { isUnknown, type RawObject } from "../specs";
import { resolveKnown } from "./resolve-known";

/**
 * The objects of a live cluster. What its selection leaves out comes from the configuration of the stack; a part that preview cannot
 * know stops the run, because an unread cluster would look like an empty one.
 */
export async function readLiveCluster(cluster: LiveCluster, family: Family): Promise<RawObject[]> {
  const [kubernetes, mizar] = [new pulumi.Config("kubernetes"), new pulumi.Config("mizar")];
  const tenancy = { tenant: mizar.get("tenant"), tenantPaths: mizar.getBoolean("tenantPaths") };
  const usual = { kubeconfig: kubernetes.get("kubeconfig"), context: kubernetes.get("context") };
  const given = await resolveKnown<ClusterSelection>(cluster.selection);
  const unknown = Object.entries(given).find(([, value]) => isUnknown(value) || (Array.isArray(value) && value.some(isUnknown)));
  if (unknown) throw new LbError({ code: "LB2121", message: `${unknown[0]} of the cluster is not known at preview`, remedy: LATER });
  // A kubeconfig of the program's own has its own contexts.
  const { source, objects } = await cluster.read(family, { ...tenancy, ...(given.kubeconfig === undefined ? usual : {}), ...given });
  return objects.map((value) => ({ value, source: { file: source } }));
}

const LATER = "A cluster that the same program is about to make can only be read by the next run.";
