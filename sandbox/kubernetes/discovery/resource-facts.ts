import { createHash } from "node:crypto";
import type { Resource } from "../resources/resource";

/** A subresource as discovery lists it. */
export interface Subresource {
  subresource: string;
  kind: string;
  verbs: string[];
  /** Of the kind, where it is of another group than the resource. */
  group?: string;
  version?: string;
}

const SPECIAL: { [subresource: string]: Partial<Subresource> } = {
  binding: { kind: "Binding", verbs: ["create"] },
  finalize: { verbs: ["update"] },
  scale: { kind: "Scale", group: "autoscaling", version: "v1" },
  token: { kind: "TokenRequest", group: "authentication.k8s.io", version: "v1", verbs: ["create"] },
};

export const subresourcesOf = ({ kind, subresources }: Resource): Subresource[] =>
  subresources.map((subresource) => ({ subresource, kind, verbs: ["get", "patch", "update"], ...SPECIAL[subresource] }));

/** Kinds of definitions list their methods in an order of their own. */
export const verbsOf = ({ custom, verbs }: Resource): string[] =>
  custom ? ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"] : verbs;

/** Tells clients when objects are kept in another form. */
export function storageHash({ group, version, kind }: Resource): string {
  return createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
}
