import type { JsonObject } from "../../lifecycle/json";
import { FEATURES, type Feature, type Sign, versionOf } from "./features";
import { ovnRefusals } from "./ovn";
import { type ApiVersion, atLeast, versionText } from "./version";
import { type Body, type Place, walk } from "./walk";

/** One thing of a body that a server will not take. */
export interface Refusal {
  /** JSON pointer from the load balancer body, e.g. `/listeners/0/allowed_cidrs`. */
  pointer: string;
  /** A sentence without a full stop. */
  message: string;
}

/** What is known of the server; what is not known is not judged. */
export interface Server {
  version?: ApiVersion;
  /** Provider driver, e.g. `amphora` or `ovn`. Default: `provider` of the body. */
  provider?: string;
}

/**
 * What a server of this version, or a driver of this kind, will not take of a load balancer body. Pure, so that it serves the
 * preview too. The server's own checks are not repeated; these are the ones it answers late, badly ("Unknown attribute") or never.
 */
export function refusals(loadBalancer: Body, { version, provider = providerOf(loadBalancer) }: Server): Refusal[] {
  const places = [...walk(loadBalancer)];
  return [...(version ? tooNew(places, version) : []), ...(provider === "ovn" ? ovnRefusals(places) : [])];
}

/** The refusal of a feature in words. `what` is what needs it. */
export function needs(feature: Feature, what: string, version: ApiVersion): string {
  return `Octavia API ${versionText(versionOf(feature))} is needed for ${what}, the server has ${versionText(version)}`;
}

/** Features that show in two objects together. */
const RELATIONS: { readonly [F in Feature]?: (place: Place) => string[] } = {
  samePort: sharesPort,
  udpMonitors: ({ part, body, parent, pointer }) =>
    part === "healthmonitor" && parent?.body.protocol === "UDP" && (body.type === "HTTP" || body.type === "TCP") ? [`${pointer}/type`] : [],
};

function tooNew(places: readonly Place[], version: ApiVersion): Refusal[] {
  const missing = (Object.keys(FEATURES) as Feature[]).filter((feature) => !atLeast(version, versionOf(feature)));
  return missing.flatMap((feature) => {
    const { words, signs } = FEATURES[feature];
    const pointers = places.flatMap((place) => [...signs.flatMap((sign) => found(place, sign)), ...(RELATIONS[feature]?.(place) ?? [])]);
    return pointers.map((pointer) => ({ pointer, message: needs(feature, words, version) }));
  });
}

/** Where a sign stands in an object. */
function found({ part, body, pointer }: Place, sign: Sign): string[] {
  if (sign.in !== part) return [];
  if ("values" in sign) return sign.values.some((value) => value === body[sign.field]) ? [`${pointer}/${sign.field}`] : [];
  return sign.fields.filter((field) => body[field] !== undefined).map((field) => `${pointer}/${field}`);
}

/** Before 2.13 a port could be used once, whatever the protocol. */
function sharesPort({ part, body, pointer, parent }: Place): string[] {
  const listeners = parent?.body.listeners;
  if (part !== "listener" || !Array.isArray(listeners)) return [];
  const first = listeners.findIndex((other) => (other as JsonObject).protocol_port === body.protocol_port);
  return listeners[first] === body ? [] : [`${pointer}/protocol_port`];
}

function providerOf({ provider }: Body): string | undefined {
  return typeof provider === "string" ? provider : undefined;
}
