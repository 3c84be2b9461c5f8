// Follows the clusters of the components, each selection once.

import { LbError } from "../../../resources/diagnostic";
import { type ClusterDescriptor, type ComponentDescriptor, digestOf } from "../../components/register-with-watch";
import type { Family } from "../../frontends";
import { FollowedCluster, type FollowListener } from "../../kubernetes/follow";
import type { ClusterSelection } from "../../kubernetes/kinds";
import { targetOf } from "../../targets";

/**
 * The clusters that components read, each selection followed once.
 *
 * @param texts possible texts of a kubeconfig that a program gave by value: configuration of the stack, the environment
 * @param listener for each of them, made with the components that read it
 */
export async function followClusters(
  components: readonly ComponentDescriptor[],
  texts: readonly string[],
  listener: (readers: readonly ComponentDescriptor[], context: string) => FollowListener,
): Promise<ReadonlyMap<ComponentDescriptor, FollowedCluster[]>> {
  const byKey = new Map<string, { selection: ClusterDescriptor; family: Family; readers: ComponentDescriptor[] }>();
  for (const component of components) {
    const family = targetOf(component.target).family(component.options.settings ?? {});
    for (const selection of component.clusters) {
      const key = JSON.stringify([family, selection]);
      const entry = byKey.get(key);
      if (entry) entry.readers.push(component);
      else byKey.set(key, { selection, family, readers: [component] });
    }
  }
  const clusters = new Map<ComponentDescriptor, FollowedCluster[]>(components.map((component) => [component, []]));
  try {
    for (const { selection, family, readers } of byKey.values()) {
      const cluster = await FollowedCluster.begin(inClear(selection, texts), family, (context) => listener(readers, context));
      for (const reader of readers) clusters.get(reader)?.push(cluster);
    }
  } catch (error) {
    for (const cluster of [...clusters.values()].flat()) cluster.close();
    throw error;
  }
  return clusters;
}

function inClear({ kubeconfigDigest, ...selection }: ClusterDescriptor, texts: readonly string[]): ClusterSelection {
  if (kubeconfigDigest === undefined) return selection;
  const kubeconfig = texts.find((text) => digestOf(text) === kubeconfigDigest);
  if (kubeconfig !== undefined) return { ...selection, kubeconfig };
  throw new LbError({
    code: "LB2083",
    message: "watch cannot use a kubeconfig that the program passes as text",
    remedy:
      "Put the text into the configuration of the stack (`pulumi config set --secret kubernetes:kubeconfig`), or give the path of a file.",
  });
}
