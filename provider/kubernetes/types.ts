// Types of the Kubernetes client: objects, kinds, options and paths.

import type { Json } from "../../resources/kind";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";

/** One kind as the API server addresses it. */
export interface ResourceType {
  /** `` for the core group. */
  group: string;
  version: string;
  plural: string;
  kind: string;
  namespaced: boolean;
  /** Arktos puts `/tenants/T` before its objects. */
  tenanted: boolean;
}

/** One object. */
export interface ObjectKey {
  type: ResourceType;
  /** Namespace of an object of a namespaced kind; default `default`. */
  namespace?: string;
  name: string;
  /** Overrides the tenant of the settings. */
  tenant?: string;
}

/** An object as the server gives it. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    labels?: { [key: string]: string };
    annotations?: { [key: string]: string };
    finalizers?: string[];
    ownerReferences?: Json;
    /** Owners of fields, as server-side apply records them. */
    managedFields?: { manager?: string; fieldsV1?: JsonObject }[];
    [field: string]: unknown;
  };
  spec?: Json;
  status?: Json;
  [field: string]: unknown;
}

/** True for what has the form of an object; the rest of it is the server's word. */
export function isKubernetesObject(value: unknown): value is KubernetesObject {
  return isObject(value) && isObject(value.metadata);
}

/** Body to write: any part of an object. */
export type PartialObject = { [field: string]: Json | undefined };

/** Selects objects of a kind. */
export interface ListOptions {
  /** Absent: of all namespaces. */
  namespace?: string;
  /** `app=web,tier!=cache`. */
  labelSelector?: string;
  /** `metadata.name=web`, `type=kubernetes.io/tls`. */
  fieldSelector?: string;
  /** Overrides the tenant of the settings. */
  tenant?: string;
}

/** A change as a watch reports it. `BOOKMARK` reports only up to which point everything has been sent. */
export interface WatchEvent {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  object: KubernetesObject;
}

/** A list that a watch must follow. */
export interface ListedObjects {
  objects: KubernetesObject[];
  /** Version from which the watch begins. */
  resourceVersion: string;
}

/** Options for following a list. */
export interface WatchOptions extends ListOptions {
  resourceVersion: string;
  /** The server ends the watch after so long; it is begun again from where it was. */
  timeoutSeconds: number;
  signal: AbortSignal;
  /** The server has answered: from here on events come. */
  answered(): void;
  event(event: WatchEvent): void;
}

/** A kind as a server has it. */
export interface ServedKind {
  type: ResourceType;
  /** `status`, `scale`. */
  subresources: readonly string[];
}

/** Options of an apply. */
export interface ApplyOptions {
  /** Owner of the fields in the body. */
  fieldManager: string;
  /** Take fields from their owners. Default false: a conflict is an error that names them. */
  force?: boolean;
  /** `status`. */
  subresource?: string;
}

/** Options of a delete. */
export interface DeleteOptions {
  /** Only the object that has this uid: one created again under the same name stays. */
  uid?: string;
  propagationPolicy?: "Orphan" | "Background" | "Foreground";
  gracePeriodSeconds?: number;
}

/**
 * One API server as one user. Reads are repeated when the server is busy or the connection breaks, writes where twice is the same
 * as once. Errors are `KubernetesError`.
 */
export interface KubernetesClient {
  /** The server's `https://host[:port][/path]`, and the context of the kubeconfig that names it. */
  where(): Promise<{ url: string; context: string }>;
  /** Undefined when the server says that there is no such object. */
  get(key: ObjectKey): Promise<KubernetesObject | undefined>;
  /** All of them, or an error: never a part. */
  list(type: ResourceType, options?: ListOptions): Promise<KubernetesObject[]>;
  /** Lists objects with the point from which {@link watch} continues. */
  listed(type: ResourceType, options?: ListOptions): Promise<ListedObjects>;
  /** Tells every change from a point on; resolves when the server ends it. Reason `expired` when the server no longer knows the point. */
  watch(type: ResourceType, options: WatchOptions): Promise<void>;
  /** Reason `exists` when the name is taken. */
  create(key: ObjectKey, body: PartialObject): Promise<KubernetesObject>;
  /** Changes what the patch names; null removes. */
  mergePatch(key: ObjectKey, patch: PartialObject, options?: { subresource?: string }): Promise<KubernetesObject>;
  /** Server-side apply: creates, or changes what the body names, and owns it. */
  apply(key: ObjectKey, body: PartialObject, options: ApplyOptions): Promise<KubernetesObject>;
  /** Resolves when the delete is accepted, and when there is no such object. Finalizers may keep it for a while. */
  delete(key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /** True when the server knows the kind. */
  serves(type: ResourceType, tenant?: string): Promise<boolean>;
  /** Finds the server's name of a kind, and the subresources of its objects (`status`); undefined if the server does not know the kind. */
  find(apiVersion: string, kind: string, tenant?: string): Promise<ServedKind | undefined>;
}

/** The path of a kind's objects, in one namespace or in all. */
export function collectionPath(type: ResourceType, place: { namespace?: string; tenant?: string }): string {
  const tenant = place.tenant && type.tenanted ? `/tenants/${encodeURIComponent(place.tenant)}` : "";
  const namespace = place.namespace && type.namespaced ? `/namespaces/${encodeURIComponent(place.namespace)}` : "";
  return `${groupPath(apiVersionOf(type))}${tenant}${namespace}/${type.plural}`;
}

/** The path of one object; `default` is the namespace of those that name none. */
export function objectPath({ type, namespace = "default", name }: ObjectKey, tenant: string | undefined): string {
  return `${collectionPath(type, { namespace, tenant })}/${encodeURIComponent(name)}`;
}

/** Path at which the server lists the kinds that it knows of a group. */
export function groupPath(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** `apiVersion` of a kind's objects. */
export function apiVersionOf({ group, version }: ResourceType): string {
  return group ? `${group}/${version}` : version;
}

/** `Vpc default/vpc0`, as messages name an object. */
export function describeKey({ type, namespace = "default", name, tenant }: ObjectKey): string {
  const place = [tenant, type.namespaced ? namespace : undefined, name].filter(Boolean).join("/");
  return `${type.kind} ${place}`;
}

/** Connection to a cluster. */
export interface KubernetesSettings {
  /** Path of a kubeconfig, or its text; absent: KUBECONFIG, then `~/.kube/config`, then the Pod's own service account. */
  kubeconfig?: string;
  /** Absent: the current context. */
  context?: string;
  /** Tenant of Arktos whose objects are meant where a key names none. */
  tenant?: string;
  /** Write `/tenants/T` into paths. Default: exactly when a tenant is set. */
  tenantPaths?: boolean;
  /** Seconds until a request counts as unanswered. Default 60. */
  timeout?: number;
  /** Milliseconds of the first pause before a request is repeated. Default 300. */
  retryDelay?: number;
}
