// Data of the page: objects of each back end.
import type { Inspection } from "../avi/lab";
import type { Call } from "../shared/front";
import { asObject, type JsonObject, objects, text } from "../shared/json";

/** Data of the back ends that the page reads, and the one call with which it changes them. */
export interface UiSources {
  avi: { store: Pick<Inspection, "list" | "patch">; calls(): Call[] };
  octavia: { store: OctaviaStore; calls(): Call[] };
  kubernetes: { store: KubernetesStore; calls(): Call[] };
}

/** Direct access to the objects of Octavia, past every check. */
export interface OctaviaStore {
  /** All rows of a kind. */
  list(kind: "loadbalancer" | "listener" | "pool" | "member" | "l7policy"): JsonObject[];
  /** Changes some fields of a member. */
  patch(kind: "member", id: string, fields: JsonObject): void;
}

/** The objects of a cluster by their names. */
export interface KubernetesStore {
  /** `services`, `ingresses.networking.k8s.io`, and `namespace/name` of each; without what every cluster has. */
  names(): { [resource: string]: string[] };
}

/** A server, and what its switch is known by. */
export interface ShownServer {
  backend: "avi" | "octavia";
  /** Name of the pool of Avi, id of the member of Octavia. */
  holder: string;
  address: string;
  enabled: boolean;
}

/** An object: names, addresses and states, and never its body, which may hold a key. */
export interface ShownObject {
  name: string;
  details: string;
  servers: ShownServer[];
}

/** Objects of one kind on one back end. */
export interface ShownKind {
  title: string;
  objects: ShownObject[];
}

const AVI_TYPES = [
  ...["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "vsdatascriptset", "l4policyset"],
  ...["sslkeyandcertificate", "pkiprofile", "healthmonitor"],
];
const OCTAVIA_KINDS = ["loadbalancer", "listener", "l7policy", "pool"] as const;

/** Everything that somebody has put there, by back end and kind. */
export function objectsOf({ avi, octavia, kubernetes }: UiSources): ShownKind[] {
  const members = octavia.store.list("member");
  return [
    ...AVI_TYPES.map((type) => ({ title: `Avi ${type}`, objects: avi.store.list(type).filter(isOwn).map(ofAvi) })),
    ...OCTAVIA_KINDS.map((kind) => ({ title: `Octavia ${kind}`, objects: octavia.store.list(kind).map((row) => ofOctavia(row, members)) })),
    ...Object.entries(kubernetes.store.names()).map(([resource, names]) => ({
      title: `Kubernetes ${resource}`,
      objects: names.map((name) => ({ name, details: "", servers: [] })),
    })),
  ]
    .filter((kind) => kind.objects.length > 0)
    .map(({ title, objects: shown }) => ({ title, objects: shown.sort((a, b) => (a.name < b.name ? -1 : 1)) }));
}

/** A controller brings some objects along. */
const isOwn = ({ name }: JsonObject) => !text(name).startsWith("System-");

function ofAvi(object: JsonObject): ShownObject {
  const ports = objects(object.services).map(({ port, enable_ssl: tls }) => `port ${text(port)}${tls === true ? " TLS" : ""}`);
  const vips = objects(object.vip).map((vip) => text(asObject(vip.ip_address).addr));
  const hosts = [...objects(object.dns_info).map(({ fqdn }) => text(fqdn)), ...[object.vh_domain_name].flat().map(text)];
  const servers = objects(object.servers).map((server) => ({
    backend: "avi" as const,
    holder: text(object.name),
    address: `${text(asObject(server.ip).addr)}:${text(server.port)}`,
    enabled: server.enabled !== false,
  }));
  return { name: text(object.name), details: [...ports, ...vips, ...hosts].filter(Boolean).join(", "), servers };
}

function ofOctavia(row: JsonObject, members: readonly JsonObject[]): ShownObject {
  const port = row.protocol_port === undefined ? "" : `port ${text(row.protocol_port)}`;
  const details = [text(row.vip_address), text(row.protocol), port, text(row.provisioning_status)].filter(Boolean).join(", ");
  const servers = members
    .filter((member) => member.pool_id === row.id)
    .map((member) => ({
      backend: "octavia" as const,
      holder: text(member.id),
      address: `${text(member.address)}:${text(member.protocol_port)}`,
      enabled: member.admin_state_up !== false,
    }));
  return { name: text(row.name) || text(row.id), details, servers };
}

/** Enables or disables a server, as somebody would by hand. False where there is none of that address. */
export function switchServer({ avi, octavia }: UiSources, { backend, holder, address, enabled }: ShownServer): boolean {
  if (backend === "octavia") {
    const member = octavia.store.list("member").find(({ id }) => id === holder);
    if (member) octavia.store.patch("member", holder, { admin_state_up: enabled });
    return member !== undefined;
  }
  const pool = avi.store.list("pool").find(({ name }) => name === holder);
  const is = (server: JsonObject) => `${text(asObject(server.ip).addr)}:${text(server.port)}` === address;
  const servers = objects(pool?.servers);
  if (!pool || !servers.some(is)) return false;
  avi.store.patch("pool", holder, { servers: servers.map((server) => (is(server) ? { ...server, enabled } : server)) });
  return true;
}
