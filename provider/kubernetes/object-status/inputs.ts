import { failure } from "../../lifecycle/errors";
import { isObject, isUnknown, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";

/** What is said of one object that others own. */
export interface StatusInputs {
  apiVersion: string;
  kind: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  name: string;
  /** Arktos only. */
  tenant?: string;
  /** Fields below `status`. */
  status?: JsonObject;
  /** Annotations of our own on the object. */
  annotations?: JsonObject;
  /** Take fields from other managers. */
  force: boolean;
}

/** The inputs of a bag. Throws LB2016 when they are not complete. */
export function inputsOf(bag: Bag): StatusInputs {
  const fault = faultIn(bag);
  if (fault) throw failure("LB2016", { message: fault.reason, pointer: `/${fault.property}` });
  const text = (key: string) => (typeof bag[key] === "string" ? (bag[key] as string) : undefined);
  return {
    apiVersion: text("apiVersion")!,
    kind: text("kind")!,
    namespace: text("namespace"),
    name: text("name")!,
    tenant: text("tenant"),
    status: isObject(bag.status) ? bag.status : undefined,
    annotations: isObject(bag.annotations) ? bag.annotations : undefined,
    force: bag.force === true,
  };
}

/** The first input that can never work; what preview does not know yet may. */
export function faultIn(bag: Bag): { property: string; reason: string } | undefined {
  for (const property of ["apiVersion", "kind", "name"]) {
    const value = bag[property];
    if (typeof value !== "string" || value === "") return { property, reason: `${property} must be a text` };
  }
  if (isUnknown(bag.status) || isUnknown(bag.annotations)) return undefined;
  const given = [bag.status, bag.annotations].filter((one) => one !== undefined && one !== null);
  if (given.length === 0) return { property: "status", reason: "give status, annotations, or both: there is nothing to write" };
  if (!given.every(isObject)) return { property: "status", reason: "status and annotations must be objects" };
  return undefined;
}

/** `Ingress.networking.k8s.io/shop/web`: the same for every version of the API. */
export function idOf({ apiVersion, kind, tenant, namespace, name }: StatusInputs): string {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
  return [`${kind}${group}`, tenant, namespace, name].filter(Boolean).join("/");
}
