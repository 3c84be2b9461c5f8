import type { JsonObject } from "../../lifecycle/json";
import { failedBecause, type RestClient } from "../client";

/** Root of Neutron's API below the endpoint. */
export const NETWORK = "/v2.0";

/** An object of Neutron; undefined when it is gone. */
export async function networkObject(network: RestClient, type: string, key: string, id: string): Promise<JsonObject | undefined> {
  try {
    return (await network.get(`${NETWORK}/${type}/${id}`))[key] as JsonObject;
  } catch (error) {
    if (failedBecause(error, "not-found")) return undefined;
    throw error;
  }
}

/** Deletes; one that is gone already counts as deleted. */
export async function deleteNetworkObject(network: RestClient, type: string, id: string): Promise<void> {
  try {
    await network.delete(`${NETWORK}/${type}/${id}`);
  } catch (error) {
    if (!failedBecause(error, "not-found")) throw error;
  }
}
