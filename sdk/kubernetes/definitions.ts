// Reads from the API server which kinds are installed.

import { refusedBecause } from "../../provider/kubernetes";
import type { KubernetesClient, ResourceType } from "../../provider/kubernetes/types";
import { type Definitions, definitionsIn, GATEWAY_DEFINITION } from "../frontends";
import type { KindSource } from "../specs";

/** The types under which the server has a kind; none where it is not installed. */
export async function typesOf(client: KubernetesClient, { types, builtIn, apart, tenant }: KindSource): Promise<readonly ResourceType[]> {
  if (builtIn) return types;
  const served = await Promise.all(types.map((type) => client.serves(type, tenant)));
  const servedTypes = types.filter((_type, index) => served[index]);
  return apart ? servedTypes : servedTypes.slice(0, 1);
}

/** The definitions of Gateway API in a cluster; undefined where its classes are not read. Their version is not known without the right to read it. */
export async function readDefinitions(client: KubernetesClient, sources: readonly KindSource[]): Promise<Definitions | undefined> {
  const ours = sources.filter(({ types }) => types.some(({ group }) => group === GATEWAY_DEFINITION.group));
  const served = await Promise.all(ours.map((source) => typesOf(client, source)));
  const missing = ours.filter((_source, index) => served[index]?.length === 0).map(({ kind }) => kind);
  if (!ours.some(({ kind }) => kind === "GatewayClass") || missing.includes("GatewayClass")) return undefined;
  const { type, name } = GATEWAY_DEFINITION;
  const definition = await client.get({ type, name }).catch((error: unknown) => {
    // a stand-in for a cluster may serve kinds without their definitions
    if (refusedBecause(error, "forbidden", "unknown-kind")) return undefined;
    throw error;
  });
  return definitionsIn(definition, missing);
}
