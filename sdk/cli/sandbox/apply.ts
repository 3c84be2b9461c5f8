// `sandbox apply` and `sandbox delete`: objects of manifests in the cluster of the sandbox.
import { connect, refusedBecause } from "../../../provider/kubernetes";
import type { KubernetesClient, ObjectKey, PartialObject } from "../../../provider/kubernetes/types";
import type { Diagnostic } from "../../../resources/diagnostic";
import type { SandboxAddresses } from "../../../sandbox/index";
import { isRecord, type RawObject, readManifestFiles } from "../../specs";
import { UsageError } from "../grammar";

const NAMESPACE_TYPE = { group: "", version: "v1", plural: "namespaces", kind: "Namespace", namespaced: false, tenanted: true } as const;

/**
 * `k8s-lb sandbox apply`: manifests into the cluster of the sandbox, where there is no kubectl: what is there is changed as by a merge
 * patch, lists are replaced. A namespace that is missing is made, and an object of a kind that the sandbox lacks is left out.
 *
 * @returns a line for each object, in the words of kubectl
 */
export async function applyToCluster(sandbox: Pick<SandboxAddresses, "kubernetes">, files: readonly string[]): Promise<string> {
  const client = connect({ kubeconfig: sandbox.kubernetes.kubeconfig });
  const lines: string[] = [];
  for (const { key, body, lacks } of await objectsIn(client, files)) {
    if (!key) {
      lines.push(lacks);
      continue;
    }
    if (key.namespace !== undefined && (await madeNamespace(client, key.namespace))) lines.push(`namespace/${key.namespace} created`);
    const before = await client.get(key);
    const after = before ? await client.mergePatch(key, body) : await client.create(key, body);
    const same = before?.metadata.resourceVersion === after.metadata.resourceVersion;
    lines.push(`${wordFor(key)} ${before ? (same ? "unchanged" : "configured") : "created"}`);
  }
  return `${lines.join("\n")}\n`;
}

/** `k8s-lb sandbox delete`: takes the objects of manifests out of the cluster of the sandbox, the last first. */
export async function deleteFromCluster(sandbox: Pick<SandboxAddresses, "kubernetes">, files: readonly string[]): Promise<string> {
  const client = connect({ kubeconfig: sandbox.kubernetes.kubeconfig });
  const lines: string[] = [];
  for (const { key, lacks } of (await objectsIn(client, files)).reverse()) {
    if (!key) {
      lines.push(lacks);
      continue;
    }
    const existing = await client.get(key);
    if (existing) await client.delete(key);
    lines.push(`${wordFor(key)} ${existing ? "deleted" : "not found"}`);
  }
  return `${lines.join("\n")}\n`;
}

const wordFor = ({ type, name }: ObjectKey) => `${type.kind.toLowerCase()}${type.group ? `.${type.group}` : ""}/${name}`;

/** An object with its place in the cluster, or the line that says that the sandbox lacks its kind. */
type Placed = { key: ObjectKey; body: PartialObject; lacks?: undefined } | { key?: undefined; body?: undefined; lacks: string };

/** All of them are looked at before the first is written. */
async function objectsIn(client: KubernetesClient, files: readonly string[]): Promise<Placed[]> {
  const { objects, diagnostics } = readManifestFiles(files);
  const [fault] = diagnostics.filter(({ severity }) => severity === "error");
  if (fault) throw new UsageError(faultOf(fault));
  if (objects.length === 0) throw new UsageError(`there is no manifest in ${files.join(", ")}`);
  const placed = await Promise.all(objects.map((raw) => placeOf(client, raw)));
  if (placed.every(({ key }) => key === undefined)) throw new UsageError(placed.map(({ lacks }) => lacks).join("\n"));
  return placed;
}

async function placeOf(client: KubernetesClient, { value, source }: RawObject): Promise<Placed> {
  const at = source ? ` in ${source.file}` : "";
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {};
  if (!isRecord(value) || typeof value.apiVersion !== "string" || typeof value.kind !== "string" || typeof metadata.name !== "string")
    throw new UsageError(`an object${at} lacks apiVersion, kind or metadata.name`);
  const served = await client.find(value.apiVersion, value.kind);
  if (!served)
    return {
      lacks: `${value.kind.toLowerCase()}/${metadata.name} skipped: the sandbox has no kind ${value.kind} of ${value.apiVersion}${at}`,
    };
  const namespace = served.type.namespaced ? String(metadata.namespace ?? "default") : undefined;
  // YAML and JSON give nothing but JSON
  const body = value as PartialObject;
  return { key: { type: served.type, name: metadata.name, ...(namespace === undefined ? {} : { namespace }) }, body };
}

async function madeNamespace(client: KubernetesClient, name: string): Promise<boolean> {
  const key = { type: NAMESPACE_TYPE, name };
  if (await client.get(key)) return false;
  try {
    await client.create(key, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return true;
  } catch (error) {
    if (refusedBecause(error, "exists")) return false;
    throw error;
  }
}

const faultOf = ({ code, message, remedy }: Diagnostic) => `${code}: ${message}${remedy ? `. ${remedy}` : ""}`;
