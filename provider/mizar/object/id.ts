import type { ObjectKey } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import type { ObjectKind } from "./table";

/** `namespace/name`, without a namespace for kinds that have none; in a cluster with tenants the tenant comes first. */
export function idOf({ type, tenant, namespace, name }: ObjectKey): string {
  return [tenant, type.namespaced ? namespace : undefined, name].filter((part) => part !== undefined).join("/");
}

/** The reverse of {@link idOf}. */
export function parseId({ type }: ObjectKind, id: string): ObjectKey {
  const parts = id.split("/");
  const own = type.namespaced ? 2 : 1;
  if (parts.every(Boolean) && (parts.length === own || parts.length === own + 1)) {
    const [tenant, ...rest] = parts.length === own ? [undefined, ...parts] : parts;
    const [namespace, name] = type.namespaced ? rest : [undefined, ...rest];
    return { type, tenant, namespace, name: name as string };
  }
  const form = type.namespaced ? "[<tenant>/]<namespace>/<name>" : "[<tenant>/]<name>";
  throw failure("LB2021", { object: type.kind, message: `the id "${id}" does not have the form ${form}` });
}
