import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { first, type Key, type Layer } from "./sources";

/** The services we speak to, by their type in the catalogue. */
export type Service = "load-balancer" | "network" | "key-manager";

const OVERRIDE: { readonly [S in Service]: Key } = {
  "load-balancer": "loadBalancerEndpoint",
  network: "networkEndpoint",
  "key-manager": "keyManagerEndpoint",
};

const SERVICES: readonly Service[] = ["load-balancer", "network", "key-manager"];

/** Addresses that the configuration gives; `one` is a server that has all services where none is named. */
export function endpointsIn(layers: readonly Layer[], one?: string): { [S in Service]?: string } {
  const overrides = overridesOf(first(layers, "endpointOverrides"));
  const found: { [S in Service]?: string } = {};
  for (const service of SERVICES) {
    const address = first(layers, OVERRIDE[service]) ?? overrides[service] ?? one;
    if (typeof address === "string") found[service] = rootOf(address, OVERRIDE[service]);
  }
  return found;
}

/** The root of a service from an address as catalogues and people write it: with `/v2`, `/v2.0/`, `/v3/auth/tokens` or without. */
export function rootOf(address: string, key: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw failure("LB2002", { message: `${key} is "${address}": a URL is expected` });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw failure("LB2002", { message: `${key} is "${address}": it must begin with https:// or http://` });
  }
  if (url.username || url.password)
    throw failure("LB2002", { message: `${key} holds credentials`, remedy: "Set user and password apart." });
  return url.origin + url.pathname.replace(/\/auth\/tokens\/?$/, "").replace(/(\/v\d+(\.\d+)?)?\/*$/, "");
}

interface Choice {
  service: Service;
  region?: string;
  interface: string;
}

/**
 * The root of a service in a catalogue. What is not there is named, with what is. Of several regions none is picked: half a
 * program in the wrong region is worse than an error.
 */
export function rootInCatalogue(catalogue: readonly JsonObject[], { service, region, interface: face }: Choice): string {
  const offered = catalogue
    .filter((entry) => entry.type === service)
    .flatMap((entry) => (Array.isArray(entry.endpoints) ? entry.endpoints : []));
  const endpoints = offered.filter(isObject);
  const matching = endpoints.filter((one) => one.interface === face && (!region || regionOf(one) === region));
  const regions = [...new Set(matching.map(regionOf))];
  if (regions.length > 1) {
    throw failure("LB2037", {
      message: `the catalogue has ${service} in several regions: ${regions.join(", ")}`,
      remedy: "Name one in openstack:region (OS_REGION_NAME).",
    });
  }
  const address = matching[0]?.url;
  if (typeof address === "string") return rootOf(address, `the catalogue's ${service}`);
  const has = endpoints.map((one) => `${one.interface} in ${regionOf(one)}`).join(", ");
  const types = catalogue.map((entry) => entry.type).join(", ");
  throw failure("LB2037", {
    message: has
      ? `the catalogue has no ${face} endpoint of ${service}${region ? ` in region ${region}` : ""}, only ${has}`
      : `the catalogue has no service of type ${service}, only ${types || "none at all"}`,
    remedy: `Correct openstack:region or openstack:endpointType, or set octavia:${OVERRIDE[service]} to the address of the service.`,
  });
}

function regionOf({ region_id, region }: JsonObject): string {
  return String(region_id ?? region ?? "");
}

function overridesOf(text: string | undefined): JsonObject {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw failure("LB2002", { message: "openstack:endpointOverrides is not an object of service types and URLs" });
}
