// The indexed set of all valid specs, from which a translation starts.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { groupBy } from "../../resources/lists";
import type { HostName } from "./host-names";
import { type ConfigMap, configMapReader } from "./kinds/config-map";
import { type Namespace, namespaceReader, type Service, serviceReader } from "./kinds/core";
import { type Endpoints, endpointSliceReader, endpointsOf, endpointsReader } from "./kinds/endpoints";
import { type Node, nodeReader } from "./kinds/node";
import { podsByService, type ServedPod, servedPodReader } from "./kinds/pod";
import { type Secret, secretReader } from "./kinds/secret";
import { type Workload, workloadsIn } from "./kinds/workload";
import { compare, identityOf, keyOf, type RawObject, type Spec } from "./object";
import { type KindReader, type ReadObject, readerIn, readObjects, specsOf } from "./read-objects";

/** All valid objects, indexed: the snapshot for a translation. */
export interface SpecSet {
  services: ReadonlyMap<string, Service>;
  /** From Endpoints, or from all EndpointSlices of the Service. */
  endpoints: ReadonlyMap<string, Endpoints>;
  secrets: ReadonlyMap<string, Secret>;
  configMaps: ReadonlyMap<string, ConfigMap>;
  nodes: readonly Node[];
  /** Pods by the key of the Service that selects them; only needed for servers by node ports of Pods. */
  pods: ReadonlyMap<string, readonly ServedPod[]>;
  /** All Pods; targets that do not use Pods report them. */
  podRefs: readonly ObjectRef[];
  /** Workloads with the readiness probes of their Pods, by namespace/name: Deployments, StatefulSets, DaemonSets, and Pods. */
  probedWorkloads: readonly Workload[];
  /** By name. */
  namespaces: ReadonlyMap<string, Namespace>;
  /** Objects of the front ends by reader, sorted by namespace/name: see {@link objectsOf}. */
  objects: ReadonlyMap<KindReader, readonly ReadObject[]>;
  /** Host names of valid objects, by {@link identityOf}; objects without names are left out. */
  hostNames: ReadonlyMap<string, readonly HostName[]>;
  /** Faulty objects of known kinds, which are ignored. */
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/** Kinds that every front end uses: Services, their servers, and objects about both. */
export const SHARED_KINDS = [
  serviceReader,
  endpointsReader,
  endpointSliceReader,
  nodeReader,
  servedPodReader,
  namespaceReader,
  secretReader,
  configMapReader,
] as const satisfies readonly KindReader[];

/**
 * Validates and indexes objects. Never throws: faulty objects are listed in `faulty` with a diagnostic each, equal duplicates count once,
 * and all lists are sorted by namespace/name, so that the input order does not matter.
 *
 * @param kinds kinds of the front ends
 */
export function specSetOf(raws: readonly RawObject[], before: readonly Diagnostic[], kinds: readonly KindReader[]): SpecSet {
  const { objects, faulty, diagnostics } = readObjects(raws, before, { kinds: [...SHARED_KINDS, ...kinds] });
  const sorted = objects
    .map((object) => ({ key: keyOf(object.spec.ref), object }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ object }) => object);
  const byReader = groupBy(sorted, ({ reader }) => reader);
  const list = <T extends Spec>(reader: KindReader<T>): T[] => specsOf(byReader.get(reader) ?? [], reader);
  const map = <T extends Spec>(reader: KindReader<T>) => new Map(list(reader).map((spec) => [keyOf(spec.ref), spec]));
  const [services, pods] = [map(serviceReader), list(servedPodReader)];
  return {
    services,
    endpoints: new Map([...map(endpointsReader), ...endpointsOf(list(endpointSliceReader))]),
    secrets: map(secretReader),
    configMaps: map(configMapReader),
    nodes: list(nodeReader),
    pods: podsByService(services, pods),
    podRefs: pods.map(({ ref }) => ref),
    probedWorkloads: sortedWorkloads(raws),
    namespaces: new Map(list(namespaceReader).map((namespace) => [namespace.ref.name, namespace])),
    objects: new Map(kinds.map((reader) => [reader, byReader.get(reader) ?? []])),
    hostNames: new Map(sorted.flatMap(({ spec, hosts }) => (hosts.length > 0 ? [[identityOf(spec.ref), hosts] as const] : []))),
    faulty,
    diagnostics,
  };
}

/** Valid objects of a kind, sorted by namespace/name. */
export function objectsOf<T extends Spec>({ objects }: Pick<SpecSet, "objects">, reader: KindReader<T>): T[] {
  return specsOf(objects.get(reader) ?? [], reader);
}

/** Sorted, so that messages name the same workload for any input order. */
function sortedWorkloads(raws: readonly RawObject[]): Workload[] {
  const text = ({ ref, ...rest }: Workload) => `${keyOf(ref)} ${ref.kind} ${JSON.stringify(rest)}`;
  const named = workloadsIn(raws).map((workload) => [text(workload), workload] as const);
  return [...new Map(named)].sort(([a], [b]) => compare(a, b)).map(([, workload]) => workload);
}

/** Objects with host names, by kind. */
export function objectsNamingHosts({ services, objects, hostNames }: Pick<SpecSet, "services" | "objects" | "hostNames">): Spec[] {
  const all = [...[...objects.values()].flatMap((list) => list.map(({ spec }) => spec)), ...services.values()];
  return all.filter(({ ref }) => hostNames.has(identityOf(ref)));
}

/** Objects that request load balancing, of all front ends, without Services. */
export function routingObjects({ objects }: Pick<SpecSet, "objects">): Spec[] {
  return [...objects].flatMap(([reader, list]) => (reader.asks ? list.map(({ spec }) => spec) : []));
}

/** Keeps only some of the objects that request load balancing; referenced objects stay. */
export function withRoutingObjects(specs: SpecSet, keep: (spec: Spec, reader: KindReader) => boolean): SpecSet {
  const objects = new Map(
    [...specs.objects].map(([reader, list]) => [reader, reader.asks ? list.filter(({ spec }) => keep(spec, reader)) : list]),
  );
  return { ...specs, objects };
}

/** Valid Pods among objects. */
export function readPods(raws: readonly RawObject[]): ServedPod[] {
  return specsOf(readObjects(raws, [], { kinds: [servedPodReader] }).objects, servedPodReader);
}

const sharedReaderOf = readerIn(SHARED_KINDS);

/** True if every translation reads objects of this kind. */
export const isSharedKind = (apiVersion: string, kind: string): boolean => sharedReaderOf(apiVersion, kind) !== undefined;
