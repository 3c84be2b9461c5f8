import type { HttpRequest } from "../../shared/http";
import type { User } from "../access/user";
import type { Cluster } from "../cluster";
import type { Subject } from "../errors/status";
import { keyOf } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";
import { SYSTEM_TENANT } from "../resources/tenants";
import type { Target } from "./target";

/** One request to one resource. */
export interface Call {
  cluster: Cluster;
  request: HttpRequest;
  query: URLSearchParams;
  user: User;
  target: Target;
  resource: Resource;
  /** Whose objects: empty where there are no tenants, and for kinds that belong to nobody. */
  tenant: string;
  namespace: string;
  /** Texts that clients show to people, besides the answer. */
  warnings: string[];
}

export function tenantOf(cluster: Cluster, user: User, target: Target, resource: Resource): string {
  if (!cluster.arktos || resource.scope === "Cluster") return "";
  return target.tenant ?? user.tenant ?? SYSTEM_TENANT;
}

/** What refusals of this call are about. */
export function subjectOf(call: Call, name = call.target.name): Subject {
  return { group: call.resource.group, kind: call.resource.plural, name };
}

/** The same for refusals of the object's content, which name the kind. */
export const kindOf = (call: Call, name = call.target.name): Subject => ({ group: call.resource.group, kind: call.resource.kind, name });

export const storage = (call: Call): string => storageOf(call.resource);

export const keyIn = (call: Call, name: string): string => keyOf(call.tenant, call.namespace, name);

/** `dryRun=All`: everything is checked, nothing is stored. */
export const isDry = (call: Call): boolean => call.query.getAll("dryRun").includes("All");
