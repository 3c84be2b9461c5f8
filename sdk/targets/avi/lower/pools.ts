// Lowers backends to pools and pool groups.

import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { withoutScheme } from "../../../../resources/route-key";
import type { PoolOfPorts, PoolServers } from "../../../plan";
import {
  type Backend,
  type Forward,
  type MemberServer,
  mergeBackends,
  type ReadServers,
  type Retry,
  type RuleSource,
  speaksTls,
} from "../../../routing";
import { asKnown, diagnose, keyOf } from "../../../specs";
import type { PoolExtension } from "../extensions";
import { refTo } from "../names";
import { atLeast } from "../settings";
import type { AviLowering } from "./context";
import { lowerAddress, lowerSubnet } from "./ip-bodies";
import type { Lowered } from "./lowered";
import { poolMonitor } from "./monitors";

/**
 * The pool of one backend (ako.md 3.3). Without servers it has no `servers`; if an input for its servers is missing, the existing ones are
 * preserved.
 */
export function lowerPool(
  cx: AviLowering,
  long: string,
  owner: ObjectRef,
  backend: Backend,
  route: Pick<Forward, "timeouts" | "retry"> = {},
  extension?: PoolExtension,
): Lowered<PoolInputs> {
  const name = cx.name(long, owner);
  const { validation, missing, because } = backend;
  const ca = extension?.validation ? extension.validation.authority : validation?.caCertificate;
  const healthMonitor = poolMonitor(cx, long, owner, backend, extension);
  const monitor = healthMonitor?.name ?? `System-${monitored(cx, backend)}`;
  const pkiProfile = ca
    ? cx.body("pkiprofile", pkiProfileName(cx, long, owner, { backend, extension }), {
        ca_certs: [{ certificate: asKnown<string>(ca) }],
        crl_check: false,
      })
    : undefined;
  const pool = cx.body("pool", name, {
    health_monitor_refs: [refTo.healthMonitor(monitor)],
    servers: backend.servers.length > 0 ? backend.servers.map(lowerServer) : undefined,
    placement_networks: placementNetworks(cx),
    ...balancing(backend.strategy),
    ...encryption(cx, backend),
    ...timing(route),
    pki_profile_ref: pkiProfile ? refTo.pkiProfile(pkiProfile.name) : undefined,
    ...extension?.fields,
  });
  const beside = { ...(healthMonitor ? { healthMonitor } : {}), ...(pkiProfile ? { pkiProfile } : {}) };
  const inputs: PoolInputs = { owner: cx.owner, ...beside, pool, ...(missing ? { keep: ["servers"] } : {}) };
  const of = { service: keyOf(backend.service), ...(backend.port ? { port: backend.port.port } : {}) };
  const moving = movingOf(backend);
  return { name, inputs, owners: [owner], ...of, ...(because ? { because } : {}), ...(moving ? { moving } : {}) };
}

function movingOf({ source }: Backend): PoolOfPorts | undefined {
  if (!source) return undefined;
  const servers = (read: ReadServers): PoolServers => {
    const now = read(source);
    return now.missing ? "kept" : now.servers.map(lowerServer);
  };
  return { sources: [source], servers };
}

/**
 * Hashed with EVH alone, whatever the name of the pool is: the plain name for an authority of a rule (BuildPoolHTTPRule), the name that is
 * hashed already for one that is in a Route (BuildPoolSecurity).
 */
function pkiProfileName(
  cx: AviLowering,
  long: string,
  owner: ObjectRef,
  { backend: { validation }, extension }: { backend: Backend; extension?: PoolExtension },
): string {
  if (!cx.akoVersion.hashed) return cx.plainly().name(cx.names.pkiProfile(long), owner);
  const inRoute = !extension?.validation && validation && !validation.source;
  return cx.name(cx.names.pkiProfile(inRoute ? cx.name(long, owner) : long), owner);
}

/** The form of 1.2 has no monitor for SCTP. */
function monitored({ akoVersion }: AviLowering, { port }: Backend): string {
  return port?.protocol === "SCTP" && !akoVersion.rules ? "TCP" : (port?.protocol ?? "TCP");
}

function lowerServer({ address, port, node, ready, drained }: MemberServer): Json {
  return {
    ip: lowerAddress(address),
    port: asKnown<number>(port),
    ...(ready === undefined && !drained ? {} : { enabled: ready !== false && !drained }),
    ...(node ? { server_node: node } : {}),
  };
}

function placementNetworks({ settings }: AviLowering): AviBody[string] | undefined {
  const networks = settings.nodeNetworkList.flatMap(({ networkName = "", networkUUID, cidrs }) =>
    cidrs.map((cidr) => ({
      network_ref: networkUUID ? `/api/network/${networkUUID}` : refTo.network(networkName),
      subnet: lowerSubnet(cidr),
    })),
  );
  return networks.length > 0 ? networks : undefined;
}

type PoolFields = { [field: string]: Json };

/** The longest `server_timeout`, in seconds. */
export const LONGEST_TIMEOUT = 21_600;

/** Load balancing and session persistence (cookie) of a pool by the strategy of its Service (contour.md 5.2). Empty without a strategy. */
function balancing(strategy: Backend["strategy"]): PoolFields {
  if (strategy === undefined) return {};
  if (strategy === "WeightedLeastRequest") return { lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" };
  if (strategy === "Random") return { lb_algorithm: "LB_ALGORITHM_RANDOM" };
  if (strategy === "RingHash" || strategy === "Maglev") {
    return { lb_algorithm: "LB_ALGORITHM_CONSISTENT_HASH", lb_algorithm_hash: "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS" };
  }
  const persistence: PoolFields =
    strategy === "Cookie" ? { application_persistence_profile_ref: refTo.persistenceProfile("System-Persistence-Http-Cookie") } : {};
  return { lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN", ...persistence };
}

/** TLS and HTTP/2 to the servers. */
function encryption({ settings }: AviLowering, backend: Backend): PoolFields {
  const { protocol, validation } = backend;
  const http2 = (protocol === "h2" || protocol === "h2c") && atLeast(settings.controllerVersion, 20, 1);
  return {
    ...(speaksTls(backend) ? { sni_enabled: true, ssl_profile_ref: refTo.sslProfile("System-Standard") } : {}),
    ...(http2 ? { enable_http2: true } : {}),
    ...(validation?.subjectName ? { host_check_enabled: true, domain_name: [validation.subjectName] } : {}),
  };
}

/** Timeout and retries of the route, which Avi has on pools. Milliseconds. */
function timing({ timeouts, retry }: Pick<Forward, "timeouts" | "retry">): PoolFields {
  const seconds = timeouts?.request === 0 ? LONGEST_TIMEOUT : timeouts?.request;
  return {
    ...(seconds === undefined ? {} : { server_timeout: milliseconds(Math.min(seconds, LONGEST_TIMEOUT)) }),
    ...(retry
      ? {
          server_reselect: {
            enabled: true,
            num_retries: retry.attempts ?? 1,
            retry_nonidempotent: true,
            ...(retry.perTryTimeout ? { retry_timeout: milliseconds(Math.min(retry.perTryTimeout, LONGEST_TRY)) } : {}),
            svr_resp_code: retriedAnswers(retry),
          },
        }
      : {}),
  };
}

/** Answers after which a request is tried again. */
export const retriedAnswers = ({ on }: Retry): Json => (on === "5xx" ? { resp_code_block: ["HTTP_RSP_5XX"] } : { codes: on });

/** The longest `retry_timeout`, in seconds. */
export const LONGEST_TRY = 3600;

const milliseconds = (seconds: number) => Math.max(1, Math.round(seconds * 1000));

/** A pool and its part of the traffic: all parts are equal where the spec gives none. */
export interface LoweredBackend {
  pool: Lowered<PoolInputs>;
  ratio: number;
}

/**
 * One pool per Service of a route. Where routes may lead to several Services each pool has its name from its Service, and from the port
 * too where one Service is there twice.
 *
 * @param source the rule that leads to them
 * @param key of the route that leads to them
 * @param extension settings of the pools beyond the specs
 * @param name the name of the pool, with the Service and port where they tell pools apart
 */
export function lowerBackends(
  cx: AviLowering,
  source: RuleSource,
  to: Pick<Forward, "backends" | "spreads" | "timeouts" | "retry">,
  key: string,
  name: (service?: string) => string,
  extension?: PoolExtension,
): LoweredBackend[] {
  const owner = source.owner.ref;
  const backends = mergeBackends(to.backends);
  const shares = sharesOf(backends);
  if (shares.some(({ rounded }) => rounded)) {
    const list = shares.map(({ backend, ratio }) => `${backend.service.name} ${ratio}`).join(", ");
    cx.report(diagnose("LB1302", owner, "/spec", `weights above 1000 are scaled and rounded: ${list}`, { severity: "warning" }));
  }
  return shares.map(({ backend, ratio }) => {
    const long = name(to.spreads || cx.akoVersion.hashed ? suffix(backend, backends) : undefined);
    const pool = lowerPool(cx, long, owner, overTcp(backend), to, extension);
    cx.sources.note(`pool/${pool.name}`, source);
    return { pool: { ...pool, at: [withoutScheme(key)] }, ratio };
  });
}

/** Requests come over TCP, whatever the Service says of its port. */
const overTcp = ({ port, ...backend }: Backend): Backend => ({ ...backend, ...(port ? { port: { ...port, protocol: "TCP" } } : {}) });

function suffix({ service, port }: Backend, all: readonly Backend[]): string {
  const twice = all.filter((other) => other.service.name === service.name).length > 1;
  return twice ? `${service.name}-${port?.port}` : service.name;
}

/** The greatest `ratio` of a member of a pool group. */
const MAX_RATIO = 1000;

interface Share {
  backend: Backend;
  ratio: number;
  /** The ratio is not quite what the weight says. */
  rounded: boolean;
}

/** Computes member weights: Avi's ratios, in proportion to the weights of the specs. A weight above 0 never becomes 0. */
function sharesOf(backends: readonly Backend[]): Share[] {
  const most = Math.max(...backends.map(({ weight = 100 }) => weight));
  return backends.map((backend) => {
    const { weight = 100 } = backend;
    if (most <= MAX_RATIO) return { backend, ratio: weight, rounded: false };
    const exact = (weight * MAX_RATIO) / most;
    const ratio = weight === 0 ? 0 : Math.max(1, Math.round(exact));
    return { backend, ratio, rounded: ratio !== exact };
  });
}
