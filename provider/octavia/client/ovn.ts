import { isIP } from "node:net";
import type { Json } from "../../../kinds/json";
import type { Part } from "./features";
import type { Refusal } from "./refusals";
import type { Place } from "./walk";

const L4 = ["TCP", "UDP", "SCTP"];

/** Fields of which OVN takes only these values. */
const ONLY: { readonly [P in Part]?: { readonly [field: string]: readonly string[] } } = {
  listener: { protocol: L4 },
  pool: { protocol: L4, lb_algorithm: ["SOURCE_IP_PORT"] },
  healthmonitor: { type: ["TCP", "UDP-CONNECT"] },
};

/** Fields that OVN does not take, or takes and ignores. */
const NEVER: { readonly [P in Part]?: readonly string[] } = {
  loadbalancer: ["flavor_id", "availability_zone"],
  listener: [
    "allowed_cidrs",
    "alpn_protocols",
    "client_authentication",
    "client_ca_tls_container_ref",
    "client_crl_container_ref",
    "connection_limit",
    "default_tls_container_ref",
    "hsts_max_age",
    "insert_headers",
    "l7policies",
    "sni_container_refs",
    "timeout_client_data",
    "timeout_member_connect",
    "timeout_member_data",
    "timeout_tcp_inspect",
    "tls_ciphers",
    "tls_versions",
  ],
  pool: ["tls_enabled", "tls_container_ref", "ca_tls_container_ref", "crl_container_ref", "tls_ciphers", "tls_versions", "alpn_protocols"],
  member: ["monitor_address", "monitor_port"],
};

/** What the driver of OVN cannot do: it balances connections by address and port, and nothing else. */
export function ovnRefusals(places: readonly Place[]): Refusal[] {
  const vip = places.find((place) => place.part === "loadbalancer")?.body.vip_address;
  return places.flatMap((place) => [...unknownValues(place), ...unknownFields(place), ...persistence(place), ...otherFamily(place, vip)]);
}

function unknownValues({ part, body, pointer }: Place): Refusal[] {
  return Object.entries(ONLY[part] ?? {}).flatMap(([field, values]) => {
    const value = body[field];
    if (typeof value !== "string" || values.includes(value)) return [];
    return [{ pointer: `${pointer}/${field}`, message: `the provider ovn takes only ${values.join(", ")} for ${field}, not ${value}` }];
  });
}

function unknownFields({ part, body, pointer }: Place): Refusal[] {
  const set = (NEVER[part] ?? []).filter((field) => !isNothing(body[field]) && !(field === "connection_limit" && body[field] === -1));
  return set.map((field) => ({ pointer: `${pointer}/${field}`, message: `the provider ovn does not support ${field}` }));
}

function persistence({ part, body, pointer }: Place): Refusal[] {
  const wanted = body.session_persistence;
  if (part !== "pool" || typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return [];
  if (wanted.type === undefined || wanted.type === "SOURCE_IP") return [];
  return [{ pointer: `${pointer}/session_persistence/type`, message: "the provider ovn takes only SOURCE_IP for session_persistence" }];
}

function otherFamily({ part, body, pointer }: Place, vip: Json | undefined): Refusal[] {
  const [family, wanted] = [body.address, vip].map((address) => (typeof address === "string" ? isIP(address) : 0));
  if (part !== "member" || !family || !wanted || family === wanted) return [];
  return [{ pointer: `${pointer}/address`, message: "the provider ovn does not mix IPv4 and IPv6: the VIP is of the other family" }];
}

/** Values that ask for nothing. */
function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
