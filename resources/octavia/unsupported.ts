// Finds features of a body that a server or its driver lacks.

import ipaddr from "ipaddr.js";
import type { Json } from "../kind";
import type { OctaviaFacts } from "./fields";
import { FIELDS, type TreePlace, walk } from "./tree";
import { type ApiVersion, atLeast, OCTAVIA_SINCE, type OctaviaFeature, versionOf, WORDS } from "./versions";

/** One thing of a body that a server, or its driver, will not take. */
export interface Unsupported {
  /** JSON pointer from the load balancer body, e.g. `/listeners/0/allowed_cidrs`. */
  pointer: string;
  /** A sentence without a full stop. */
  message: string;
}

/**
 * Fields and values of a load balancer body that are too new for a server of this version. The server's own checks are not repeated. These
 * are the ones it answers late, badly ("Unknown attribute") or never.
 */
export function tooNew(body: object, version: ApiVersion): Unsupported[] {
  const places = [...walk(body)];
  return features()
    .filter((feature) => !atLeast(version, versionOf(feature)))
    .flatMap((feature) => {
      const { major, minor } = versionOf(feature);
      const message = `Octavia API ${major}.${minor} is needed for ${WORDS[feature]}, the server has ${version.major}.${version.minor}`;
      return places.flatMap((place) => fieldsOf(feature, place)).map((pointer) => ({ pointer, message }));
    });
}

function features(): OctaviaFeature[] {
  return Object.keys(OCTAVIA_SINCE).filter((name): name is OctaviaFeature => name in OCTAVIA_SINCE);
}

/** Pointers to the fields of an object that need a feature. */
function fieldsOf(feature: OctaviaFeature, place: TreePlace): string[] {
  const { part, body, pointer } = place;
  if (feature === "samePort") return sharesPort(place);
  if (feature === "udpMonitors") return monitorsOfUdp(place);
  const needs = ({ since }: OctaviaFacts, value: unknown) =>
    typeof since === "object" ? typeof value === "string" && since[value] === feature : since === feature && value !== undefined;
  return Object.entries(FIELDS[part]).flatMap(([name, rules]) => (needs(rules, body[name]) ? [`${pointer}/${name}`] : []));
}

/** Before 2.13 a port could be used once, whatever the protocol. */
function sharesPort({ part, body, pointer, parent }: TreePlace): string[] {
  const listeners = parent?.body.listeners;
  if (part !== "listener" || !Array.isArray(listeners)) return [];
  const first = listeners.find((other) => isPort(other, body.protocol_port));
  return first === body ? [] : [`${pointer}/protocol_port`];
}

function isPort(listener: Json, port: Json | undefined): boolean {
  return typeof listener === "object" && listener !== null && !Array.isArray(listener) && listener.protocol_port === port;
}

function monitorsOfUdp({ part, body, pointer, parent }: TreePlace): string[] {
  const probes = part === "healthmonitor" && parent?.body.protocol === "UDP" && (body.type === "HTTP" || body.type === "TCP");
  return probes ? [`${pointer}/type`] : [];
}

/**
 * Parts of a load balancer body that the driver of OVN cannot do, whatever the version (octavia.md 1.14): it balances connections by
 * address and port, and nothing else.
 */
export function notOnOvn(body: object): Unsupported[] {
  const places = [...walk(body)];
  const vip = places[0]?.body.vip_address;
  return places.flatMap((place) => [...otherValues(place), ...otherFields(place), ...persistence(place), ...otherFamily(place, vip)]);
}

/** True for a feature of which OVN takes no field at all. */
export function ovnLacks(feature: OctaviaFeature): boolean {
  return LACKED.has(feature);
}

const LACKED: ReadonlySet<OctaviaFeature> = new Set(
  Object.keys(OCTAVIA_SINCE).filter((feature): feature is OctaviaFeature => {
    // The version that brought flavors brought the choice of a provider, which OVN is.
    if (feature === "flavors") return false;
    // It probes datagrams with UDP-CONNECT alone.
    if (feature === "udpMonitors") return true;
    const rules = Object.values(FIELDS).flatMap((table) => Object.values(table).filter(({ since }) => since === feature));
    return rules.length > 0 && rules.every(({ ovn }) => ovn?.length === 0);
  }),
);

/** Fields of which OVN takes only some values. */
function otherValues({ part, body, pointer }: TreePlace): Unsupported[] {
  return Object.entries(FIELDS[part]).flatMap(([field, { ovn = [] }]) => {
    const value = body[field];
    if (ovn.length === 0 || typeof value !== "string" || ovn.includes(value)) return [];
    return [{ pointer: `${pointer}/${field}`, message: `the provider ovn takes only ${ovn.join(", ")} for ${field}, not ${value}` }];
  });
}

/** Fields that OVN does not take, or takes and ignores. */
function otherFields({ part, body, pointer }: TreePlace): Unsupported[] {
  const refused = Object.entries(FIELDS[part]).flatMap(([field, { ovn }]) => {
    const taken = ovn === undefined || (typeof body[field] === "string" && ovn.length > 0) || ovn.includes(String(body[field]));
    return taken || isNothing(body[field]) ? [] : [field];
  });
  const policies = part === "listener" && !isNothing(body.l7policies) ? ["l7policies"] : [];
  return [...refused, ...policies].map((field) => ({
    pointer: `${pointer}/${field}`,
    message: `the provider ovn does not support ${field}`,
  }));
}

function persistence({ part, body, pointer }: TreePlace): Unsupported[] {
  const declared = body.session_persistence;
  if (part !== "pool" || typeof declared !== "object" || declared === null || !("type" in declared) || declared.type === "SOURCE_IP")
    return [];
  return [{ pointer: `${pointer}/session_persistence/type`, message: "the provider ovn takes only SOURCE_IP for session_persistence" }];
}

function otherFamily({ part, body, pointer }: TreePlace, vip: Json | undefined): Unsupported[] {
  const [family, vipFamily] = [body.address, vip].map((address) =>
    typeof address === "string" && ipaddr.isValid(address) ? ipaddr.parse(address).kind() : undefined,
  );
  if (part !== "member" || !family || !vipFamily || family === vipFamily) return [];
  return [{ pointer: `${pointer}/address`, message: "the provider ovn does not mix IPv4 and IPv6: the VIP is of the other family" }];
}

/** Values that ask for nothing. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
