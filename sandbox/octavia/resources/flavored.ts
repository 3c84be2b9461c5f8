import { asObject, type Json, type JsonObject } from "../../shared/json";
import { ApiError, disabledOption, invalid } from "../errors";
import type { Octavia } from "../service";

/** What a flavor says; nothing without one. */
export function flavorData(octavia: Octavia, flavor: Json | undefined): JsonObject {
  const profile = typeof flavor === "string" ? octavia.store.get("flavor", flavor)?.flavor_profile_id : undefined;
  const data = typeof profile === "string" ? octavia.store.get("flavorprofile", profile)?.flavor_data : undefined;
  return typeof data === "string" ? asObject(JSON.parse(data)) : {};
}

/** The provider of a new load balancer: named, implied by the flavor, or the default. */
export function providerOf(octavia: Octavia, given: JsonObject): string {
  const named = typeof given.provider === "string" ? given.provider : undefined;
  if (given.flavor_id === undefined) return named || "amphora";
  const flavor = octavia.store.get("flavor", String(given.flavor_id));
  if (!flavor) throw invalid("Invalid flavor_id.");
  if (flavor.enabled !== true) throw disabledOption("flavor", flavor.id);
  const implied = String(octavia.store.get("flavorprofile", String(flavor.flavor_profile_id))?.provider_name);
  if (named !== undefined && named !== implied) {
    throw new ApiError(400, `Flavor '${flavor.id}' is not compatible with provider '${named}'`);
  }
  return implied;
}

/** The availability zone of a new load balancer, by its name. */
export function zoneOf(octavia: Octavia, given: JsonObject): string | undefined {
  if (given.availability_zone === undefined) return undefined;
  const zone = octavia.store.get("availabilityzone", String(given.availability_zone));
  if (!zone) throw invalid("Invalid availability zone.");
  if (zone.enabled !== true) throw disabledOption("availability_zone", zone.id);
  return zone.id;
}
