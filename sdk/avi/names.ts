import { referenceTo } from "../../kinds/avi/body";

/** The longest name the controller takes. */
const MAX_NAME_LENGTH = 255;

/**
 * Every naming formula of seed ako-objects.md, "AKO created object naming conventions", in one place.
 * Only the first `/` of a path becomes `_`, and an empty path adds nothing (ako.md 2.1).
 *
 * @param dedicated identity of the one spec that has a virtual service to itself; without it virtual services are shards
 */
export function aviNames(clusterName: string, dedicated?: string) {
  const prefix = `${clusterName}--`;
  const flat = (path: string) => path.replace("/", "_");
  return {
    l4: (namespace: string, service: string) => `${prefix}${namespace}-${service}`,
    /** Pool and pool group of one listener; a second protocol on the same port number needs a name of its own. */
    l4Port: (namespace: string, service: string, port: number, protocol?: string) =>
      `${prefix}${namespace}-${service}-${port}${protocol ? `-${protocol}` : ""}`,
    /** Shared virtual service; also its VsVip, pool group, data script set and redirect policy. */
    shared: (shard: number) => (dedicated ? `${prefix}Dedicated-L7-${dedicated}` : `${prefix}Shared-L7-${shard}`),
    sharedPool: (host: string, path: string, namespace: string, owner: string, service?: string) =>
      `${prefix}${flat(host + path)}-${namespace}-${owner}${service ? `-${service}` : ""}`,
    /** SNI child and its certificate under hostname shards. */
    sniHost: (host: string) => `${prefix}${host}`,
    /** SNI child under namespace shards. */
    sniSecret: (ingress: string, namespace: string, secret: string) => `${prefix}${ingress}-${namespace}-${secret}`,
    /** Certificate under namespace shards. */
    secretCertificate: (namespace: string, secret: string) => `${prefix}${namespace}-${secret}`,
    caCertificate: (certificate: string) => `${certificate}-cacert`,
    /** Pool group and policy of one path of an SNI child; with a service, its pool. */
    sniPath: (namespace: string, host: string, path: string, owner: string, service?: string) =>
      `${prefix}${namespace}-${host}${flat(path)}-${owner}${service ? `-${service}` : ""}`,
    /** The same for an Exact path beside the same path as a prefix. */
    exact: (name: string) => `${name}--exact`,
    /** Passthrough virtual service; also its VsVip and data script set. */
    passthrough: (shard: number) => `${prefix}${dedicated ? `Dedicated-Passthrough-${dedicated}` : `Shared-Passthrough-${shard}`}`,
    /** The virtual service on port 80 beside it; also its redirect policy. */
    insecure: (passthrough: string) => `${passthrough}-insecure`,
    /** Pool group of a passthrough host; with a service, its pool (ako.md 2.2). */
    passthroughHost: (host: string, service?: string) => `${prefix}${host}${service ? `-${service}` : ""}`,
    healthMonitor: (pool: string) => `${pool}-healthmonitor`,
    sslProfile: (child: string) => `${child}-sslprofile`,
    pkiProfile: (pool: string) => `${pool}-pkiprofile`,
  };
}

export type AviNames = ReturnType<typeof aviNames>;

/** Names over 255 characters keep their first 246, then `-` and the FNV-1a-32 of the whole name in hex. */
export function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `${name.slice(0, 246)}-${fnv1a32(name).toString(16).padStart(8, "0")}`;
}

/** How many shared virtual services a size stands for; none is SMALL (ako.md 1.4). */
export function shardCount(size: string | undefined): number {
  return { LARGE: 8, MEDIUM: 4, SMALL: 1 }[size ?? ""] ?? 1;
}

/**
 * The shard of a host name or namespace: 32-bit FNV-1a over the UTF-8 bytes, masked with count - 1.
 * The text is taken as written, without lower-casing: `FOO.com` and `foo.com` may differ.
 *
 * @param count a power of two, as {@link shardCount} gives
 */
export function shardOf(key: string, count: number): number {
  return fnv1a32(key) & (count - 1);
}

/** 32-bit FNV-1a over the UTF-8 bytes of a text, as an unsigned number. */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash >>> 0;
}

const reference = (type: string) => (name: string) => referenceTo(type, name);

/** References by name, per type. */
export const refTo = {
  applicationProfile: reference("applicationprofile"),
  certificate: reference("sslkeyandcertificate"),
  cloud: reference("cloud"),
  dataScriptSet: reference("vsdatascriptset"),
  healthMonitor: reference("healthmonitor"),
  httpPolicySet: reference("httppolicyset"),
  network: reference("network"),
  networkProfile: reference("networkprofile"),
  persistenceProfile: reference("applicationpersistenceprofile"),
  pkiProfile: reference("pkiprofile"),
  pool: reference("pool"),
  poolGroup: reference("poolgroup"),
  protocolParser: reference("protocolparser"),
  serviceEngineGroup: reference("serviceenginegroup"),
  sslProfile: reference("sslprofile"),
  tenant: reference("tenant"),
  virtualService: reference("virtualservice"),
  vrfContext: reference("vrfcontext"),
  vsVip: reference("vsvip"),
};
