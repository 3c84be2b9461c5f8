// Refuses namespaces that do not exist.

import { failure } from "../lifecycle/messages/errors";
import type { KubernetesClient, ResourceType } from "./types";

const NAMESPACES: ResourceType = { group: "", version: "v1", plural: "namespaces", kind: "Namespace", namespaced: false, tenanted: true };

/**
 * Refuses a namespace that does not exist: one that is misspelled has empty lists, and would look like an empty cluster.
 *
 * @throws LbError LB2123
 */
export async function mustHaveNamespace(client: KubernetesClient, name: string, context: string): Promise<[]> {
  if (await client.get({ type: NAMESPACES, name })) return [];
  throw failure("LB2123", { object: `cluster ${context}`, message: `there is no namespace "${name}"` });
}
