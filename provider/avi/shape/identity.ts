import { parseReference } from "../../../kinds/avi/reference";
import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { FieldPath } from "../../lifecycle/shape";
import { isPem, pemContent } from "./pem";

type Identify = (element: JsonObject) => string | undefined;

const text = (value: Json | undefined): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : undefined;

const by =
  (...fields: string[]): Identify =>
  (element) => {
    const parts = fields.map((field) => canonicalScalar(element[field]) ?? "");
    return parts[0] === "" ? undefined : parts.filter(Boolean).join("/");
  };

/** What tells the elements of a list apart, per name of the list. Lists that are not named here go by position. */
const IDENTITIES: { readonly [list: string]: Identify } = {
  servers: (server) => {
    const address = isObject(server.ip) ? text(server.ip.addr) : undefined;
    return address && `${address}:${text(server.port) ?? ""}`;
  },
  members: by("pool_ref"),
  rules: by("index"),
  services: by("port", "override_network_profile_ref"),
  service_pool_select: by("service_port", "service_protocol"),
  dns_info: by("fqdn"),
  vip: (vip) => text(vip.vip_id) ?? "0",
  http_policies: by("index"),
  l4_policies: by("index"),
  vs_datascripts: by("index"),
  static_routes: by("route_id"),
  datascript: by("evt"),
  markers: by("key"),
  labels: by("key"),
  kv: by("key"),
  accepted_versions: by("type"),
  placement_networks: by("network_ref"),
};

/** The identity of one element; scalars are a set, told apart by value. */
export function identityOf(path: FieldPath, element: Json): string | undefined {
  if (!isObject(element)) return Array.isArray(element) ? undefined : canonicalScalar(element);
  return IDENTITIES[path.at(-1) ?? ""]?.(element);
}

function canonicalScalar(value: Json | undefined): string | undefined {
  const reference = parseReference(value);
  if (reference) return reference.name ?? reference.uuid;
  if (typeof value === "string" && isPem(value)) return pemContent(value);
  return text(value);
}
