// Manifests into a cluster, for examples that read one.
import { createRequire } from "node:module";
import { inRoot } from "./paths.mjs";
import { Stop } from "./stop.mjs";

/** Creates what the files below a folder hold and the cluster of `env.KUBECONFIG` does not; what is there stays as somebody left it. */
export async function loadManifests(folder, env) {
  if (!env.KUBECONFIG) throw new Stop("there is no cluster to read: set KUBECONFIG");
  const load = createRequire(import.meta.url);
  const { connect, refusedBecause } = load(inRoot("dist/provider/kubernetes/index.js"));
  const { readManifestFiles } = load(inRoot("dist/sdk/specs/files.js"));
  const objects = readManifestFiles([folder]).objects.map(({ value }) => value);
  const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace ?? "default"))];
  const client = connect({ kubeconfig: env.KUBECONFIG });
  for (const object of [...namespaces.map(namespaceNamed), ...objects]) {
    const { kind, apiVersion, metadata } = object;
    const served = await client.find(apiVersion, kind);
    if (!served) throw new Stop(`the cluster has no kind ${kind} of ${apiVersion}`);
    try {
      await client.create({ type: served.type, name: metadata.name, namespace: metadata.namespace }, object);
    } catch (error) {
      if (!refusedBecause(error, "exists")) throw error;
    }
  }
}

const namespaceNamed = (name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
