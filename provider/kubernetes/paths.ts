import type { ObjectKey, ResourceType } from "./types";

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

/** Where the server tells which kinds of a group it knows. */
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
