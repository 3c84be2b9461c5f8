// Turns Mizar objects into the resources of a plan.

import type { ObjectRef } from "../../../resources/diagnostic";
import { ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE, SUBNET, VPC } from "../../../resources/mizar/objects";
import { type GivenManifest, type MizarSpecs, manifestKey } from "../../frontends";
import { type Endpoint, type PlannedResource, resourceKey } from "../../plan";
import { isRecord } from "../../specs";
import { SUBNET_ANNOTATION, VPC_ANNOTATION } from "./lower/networks";
import { type KubernetesBody, type Placed, type PlacedObjects, type PodPlacement, resourceNameOf, type ServicePlacement } from "./plan";

/**
 * The objects as resources: VPCs, then their subnets, then Networks, and Pods and Services last. They go in the opposite order, because Mizar
 * waits for it.
 */
export function mizarResources(objects: PlacedObjects, specs: MizarSpecs, owner: string): PlannedResource[] {
  const manifest = (ref: ObjectRef): GivenManifest => specs.manifests.get(manifestKey(ref)) ?? { body: {}, metadata: {}, exists: false };
  const resources: PlannedResource[] = [];
  const add = (
    kind: string,
    ref: ObjectRef,
    inputs: PlannedObjectInputs,
    after: readonly string[],
    within: readonly string[] = [],
  ): string => {
    const name = resourceNameOf(ref);
    resources.push({ kind, name, inputs: { owner, ...inputs }, owners: [ref], after, ...(within.length > 0 ? { within } : {}) });
    return resourceKey({ kind, name });
  };
  const vpcs = new Map<string, string>();
  for (const { body, owner: ref } of objects.vpcs) vpcs.set(ref.name, add(VPC.type, ref, objectInputs(body, manifest(ref)), []));
  const subnets = new Map<string, string>();
  // the operator uses the oldest subnet of a VPC as the first: siblings are created in turn
  const latest = new Map<string, string>();
  const inVpc = (vpc: string) => [vpcs.get(vpc), latest.get(vpc)].filter((key) => key !== undefined);
  for (const { body, owner: ref } of inOrder(objects.subnets, specs)) {
    const vpc = String(body.spec.vpc);
    const key = add(SUBNET.type, ref, objectInputs(body, manifest(ref)), inVpc(vpc), keysOf(vpcs, [vpc]));
    latest.set(vpc, key);
    subnets.set(ref.name, key);
  }
  const networks = objects.networks.map(({ body, owner: ref }) =>
    add(ARKTOS_NETWORK.type, ref, objectInputs(body, manifest(ref)), inVpc(String(body.spec.vpcID))),
  );
  for (const { body, owner: ref } of objects.pods) {
    const within = keysOf(
      subnets,
      (body.interfaces ?? [body]).map(({ subnet }) => subnet),
    );
    add(PLACED_POD.type, ref, podInputs(body, manifest(ref)), [...inVpc(body.vpc), ...networks], within);
  }
  for (const { body, owner: ref } of objects.services) {
    const { vpc, net } = body.endpoint;
    add(PLACED_SERVICE.type, ref, serviceInputs(body, manifest(ref)), [...inVpc(vpc), ...networks], keysOf(subnets, [net]));
  }
  return resources;
}

/** Pods and Services, each with an address from Mizar. */
export function mizarEndpoints({ pods, services }: PlacedObjects): Endpoint[] {
  const at = (kind: string) => (placed: Placed<unknown>) => ({
    owners: [placed.owner],
    at: resourceKey({ kind, name: resourceNameOf(placed.owner) }),
  });
  return [...pods.map(at(PLACED_POD.type)), ...services.map(at(PLACED_SERVICE.type))];
}

const keysOf = (keys: ReadonlyMap<string, string>, names: readonly string[]) => names.flatMap((name) => keys.get(name) ?? []);

/** Sorts in the order of the specs: as given, or by creation. */
function inOrder<T extends Placed<KubernetesBody>>(subnets: readonly T[], specs: MizarSpecs): T[] {
  const rank = new Map(specs.subnets.map(({ ref }, index) => [ref, index]));
  return subnets.toSorted((a, b) => (rank.get(a.owner) ?? 0) - (rank.get(b.owner) ?? 0));
}

/** `pods/default/nginx`, as in inventories. */
export const managedName = (owner: ObjectRef) => `${owner.kind.toLowerCase()}s/${resourceNameOf(owner)}`;

/** Inputs of a resource for metadata and spec of one object. */
interface PlannedObjectInputs {
  metadata: KubernetesBody["metadata"];
  spec: Record<string, unknown>;
}

/** Fields that only the operator writes. */
const COMPUTED = new Set(["status", "vni", "createtime", "provisiondelay"]);

/** Inputs of a Network, Vpc or Subnet. Fields that the manifest omits are not declared: the operator chooses and may change them. */
function objectInputs({ metadata, spec }: KubernetesBody, manifest: GivenManifest | undefined): PlannedObjectInputs {
  const declared = specOf(manifest?.body ?? {});
  const declaredFields = Object.entries(spec).filter(([field]) => !COMPUTED.has(field) && field in declared);
  return { metadata, spec: Object.fromEntries(declaredFields) };
}

/** The Pod of the manifest in its place. */
function podInputs({ name, namespace, tenant, annotations }: PodPlacement, { body, metadata }: GivenManifest): PlannedObjectInputs {
  return { metadata: { ...identityOf(name, namespace, tenant), ...labelsOf(metadata), annotations }, spec: specOf(body) };
}

/**
 * The Service of the manifest in its place. Its clusterIP is set only in a cluster with tenants, Arktos, which takes any; a plain
 * Kubernetes gives one of its own range.
 */
function serviceInputs(
  { name, namespace, tenant, clusterIP, endpoint }: ServicePlacement,
  { body, metadata }: GivenManifest,
): PlannedObjectInputs {
  const annotations = isTexts(metadata.annotations) ? metadata.annotations : {};
  return {
    metadata: {
      ...identityOf(name, namespace, tenant),
      ...labelsOf(metadata),
      annotations: { ...annotations, [VPC_ANNOTATION]: endpoint.vpc, [SUBNET_ANNOTATION]: endpoint.net },
    },
    spec: { ...specOf(body), ...(tenant !== "" && clusterIP !== null ? { clusterIP } : {}) },
  };
}

function identityOf(name: string, namespace: string, tenant: string) {
  return { name, namespace, ...(tenant === "" ? {} : { tenant }) };
}

function labelsOf({ labels }: Record<string, unknown>): { labels?: Record<string, string> } {
  return isTexts(labels) && Object.keys(labels).length > 0 ? { labels } : {};
}

/** Labels or annotations; values other than texts were refused when the specs were read. */
function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

function specOf({ spec }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(spec) ? spec : {};
}
