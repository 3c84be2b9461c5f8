// The names of all Avi objects, as AKO makes them, and the shard of a host.

import { createHash } from "node:crypto";
import { referenceTo } from "../../../resources/avi/body";
import type { AkoVersion } from "./ako-version";

/** The longest name the controller takes. */
const MAX_NAME_LENGTH = 255;

/** Inputs of the names besides the objects themselves. */
export interface NameRules {
  akoVersion: AkoVersion;
  /** Identity of the one spec that has a virtual service to itself; without it virtual services are shards. */
  dedicated?: string;
  /** Every host has a virtual service to itself (shard size DEDICATED). */
  dedicatedHosts?: boolean;
  /** The AviInfraSetting of the class or Route, which is in the names of all its hosts. */
  infraSetting?: string;
}

/**
 * Every naming formula in one place: seed ako-objects.md, "AKO created object naming conventions", and ako-2x.md 2. In names of 1.2 only
 * the first `/` of a path becomes `_`, and an empty path adds nothing (ako.md 2.1). They are plain: what is hashed, `Lowering.name` hashes.
 */
export function aviNames(clusterName: string, { akoVersion, dedicated, dedicatedHosts = false, infraSetting }: NameRules) {
  const prefix = `${clusterName}--`;
  const infra = infraSetting ? `${infraSetting}-` : "";
  const hostPrefix = prefix + infra;
  const flat = (path: string) => (akoVersion.wholePaths ? path.replaceAll("/", "_") : path.replace("/", "_"));
  const within = (host: string, namespace?: string) => (namespace ? `${host}-${namespace}` : host);
  const dedicatedSuffix = dedicatedHosts ? "-L7-dedicated" : "";
  return {
    /** Name for one Service of type LoadBalancer, or for several that share a VIP under a key. */
    l4: (namespace: string, service: string) => `${prefix}${namespace}-${service}`,
    /** Pool (and pool group) of one listener; a second protocol on the same port number needs a name of its own. */
    l4Port(namespace: string, service: string, port: number, protocol?: string) {
      const name = `${prefix}${namespace}-${service}`;
      if (akoVersion.wholePaths) return `${name}-${protocol}-${port}`;
      return `${name}${akoVersion.l4Policies ? "--" : "-"}${port}${protocol ? `-${protocol}` : ""}`;
    },
    /** Rule of an L4 policy: AKO 2.x calls it like the reference to its pool, 1.2.1 like its virtual service and port (ako.md 2.2). */
    l4Rule: (vs: string, port: number, pool: string) => (akoVersion.wholePaths ? refTo.pool(pool) : `${vs}${port}`),
    /** Shared virtual service; also its VsVip, pool group, data script set and redirect policy. */
    shared: (shard: Shard) => {
      const evh = akoVersion.enhanced ? "EVH-" : "";
      if (dedicated) return `${prefix}Dedicated-L7-${evh}${dedicated}`;
      return `${prefix}Shared-L7-${evh}${infra}${typeof shard === "number" ? shard : `NS-${shard.namespace}`}`;
    },
    sharedPool: (host: string, path: string, namespace: string, owner: string, service?: string) =>
      `${hostPrefix}${host}${flat(path)}-${namespace}-${owner}${service ? `-${service}` : ""}`,
    /** The child of a host under hostname shards, and its certificate; with a namespace where an older one has the plain name at another address. */
    host: (host: string, namespace?: string) => `${hostPrefix}${within(host, namespace)}`,
    /** The virtual service of a host that has one to itself; also its VsVip and redirect policy. */
    dedicatedHost: (host: string, namespace?: string) => `${hostPrefix}${within(host, namespace)}${dedicatedSuffix}`,
    /** Certificates beside the first one of a host, and that of the cluster. */
    alternate: (certificate: string) => `${certificate}-alt`,
    clusterCertificate: (secret: string) => `${prefix}${secret}`,
    /** SNI child under namespace shards. */
    sniSecret: (ingress: string, namespace: string, secret: string) => `${prefix}${ingress}-${namespace}-${secret}`,
    /** Certificate under namespace shards. */
    secretCertificate: (namespace: string, secret: string) => `${prefix}${namespace}-${secret}`,
    caCertificate: (certificate: string) => `${certificate}-cacert`,
    /** Policy for all paths of a host that come from one namespace. */
    hostPolicy: (namespace: string, host: string) => `${hostPrefix}${namespace}-${host}`,
    /** Pool group (and policy) of one path of a child; with a service, its pool. */
    hostPath: (namespace: string, host: string, path: string, owner: string, service?: string) =>
      `${hostPrefix}${namespace}-${host}${flat(path)}-${owner}${service ? `-${service}` : ""}${dedicatedSuffix}`,
    /** Name for an Exact path next to the same path as a prefix. */
    exact: (name: string) => `${name}--exact`,
    /** The pool of a child without pool groups. */
    policyToPool: (pool: string) => `${pool}--policy-to-pool`,
    /** Passthrough virtual service; also its VsVip and data script set. */
    passthrough: (shard: number) => `${prefix}${dedicated ? `Dedicated-Passthrough-${dedicated}` : `Shared-Passthrough-${infra}${shard}`}`,
    /** The policy of a shared virtual service that gives a host's name in global load balancing its own. */
    hostRewrite: (shared: string, host: string) => `${shared}--host-hdr-re-write--${host}`,
    /** A path that is a regular expression; under AKO's mark, since AKO knows it by name and not by prefix. */
    stringGroup: (host: string, path: string) => `ako-${clusterName}-${sha1(host + path)}`,
    /** The virtual service on port 80 beside it; also its redirect policy. */
    insecure: (passthrough: string) => `${passthrough}-insecure`,
    /** Pool group of a passthrough host; with a service, its pool (ako.md 2.2). */
    passthroughHost: (host: string, service?: string) => `${hostPrefix}${host}${service ? `-${service}` : ""}`,
    healthMonitor: (pool: string) => `${pool}-healthmonitor`,
    sslProfile: (child: string) => `${child}-sslprofile`,
    pkiProfile: (pool: string) => `${pool}-pkiprofile`,
  };
}

export type AviNames = ReturnType<typeof aviNames>;

/** A shared virtual service is that of a number, or of a namespace (vipPerNamespace). */
export type Shard = number | { namespace: string };

/** Key of a shard among those of its place. */
export const identityOf = (shard: Shard): string | number => (typeof shard === "number" ? shard : shard.namespace);

/** `<cluster>--<SHA-1>` of a plain name, which is hashed with its prefix (ako-2x.md, "H(x)"). */
export function hashed(clusterName: string, plain: string): string {
  return `${clusterName}--${sha1(plain)}`;
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

/** Names over 255 characters keep their first 246, then `-` and the FNV-1a-32 of the whole name in hex. */
export function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `${name.slice(0, 246)}-${fnv1a32(name).toString(16).padStart(8, "0")}`;
}

/** Number of shared virtual services of a size. No size means SMALL (ako.md 1.4). */
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
  l4PolicySet: reference("l4policyset"),
  network: reference("network"),
  networkProfile: reference("networkprofile"),
  persistenceProfile: reference("applicationpersistenceprofile"),
  pkiProfile: reference("pkiprofile"),
  pool: reference("pool"),
  poolGroup: reference("poolgroup"),
  protocolParser: reference("protocolparser"),
  serviceEngineGroup: reference("serviceenginegroup"),
  sslProfile: reference("sslprofile"),
  stringGroup: reference("stringgroup"),
  tenant: reference("tenant"),
  virtualService: reference("virtualservice"),
  vrfContext: reference("vrfcontext"),
  vsVip: reference("vsvip"),
};
