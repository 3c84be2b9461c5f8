// Lowers one port of a Service to a listener, a pool and a monitor.

import type { HealthMonitorBody, ListenerBody, MemberBody, PoolBody } from "../../../../../resources/octavia/types";
import type { L4Service, MemberServer } from "../../../../routing";
import { asKnown, diagnose, keyOf, type Service, type ServicePort, UNKNOWN_TEXT } from "../../../../specs";
import { occmNames } from "../../names";
import { DiagnosticError, type OctaviaLowering } from "../context";
import { checkOfPool, followedMonitor, memberFields } from "../monitors";
import { type Annotations, annotationAt, annotationName } from "./annotations";
import { asksKubeProxy } from "./local-traffic";
import { nodeMember } from "./networks";

/** Options for all ports of a Service, from its annotations. */
export interface PortOptions {
  loadBalancer: string;
  memberSubnet?: string;
  allowedCidrs?: string[];
  tls?: string;
  xForwardedFor: boolean;
  proxy?: "PROXY" | "PROXYV2";
  algorithm: string;
}

/** Options that change the protocol of listeners and pools. */
export function protocolsOf(
  cx: OctaviaLowering,
  service: Service,
  annotations: Annotations,
): Pick<PortOptions, "tls" | "xForwardedFor" | "proxy"> {
  const xForwardedFor = annotations.flag("x-forwarded-for", false);
  const version = annotations.text("proxy-protocol");
  const proxy = version === "v2" ? "PROXYV2" : version === "true" || version === "v1" ? "PROXY" : undefined;
  if (!proxy && version && version !== "false")
    cx.report(
      diagnose(
        "LB1403",
        service.ref,
        annotationAt("proxy-protocol"),
        `${JSON.stringify(version)} is not true, v1, v2 or false; false is used`,
      ),
    );
  if (proxy && xForwardedFor) {
    const [proxyAnnotation, headerAnnotation] = [annotationName("proxy-protocol"), annotationName("x-forwarded-for")];
    throw new DiagnosticError(
      "LB1401",
      service.ref,
      annotationAt("proxy-protocol"),
      `annotation ${proxyAnnotation} and ${headerAnnotation} cannot be used together`,
      {
        remedy: "Keep the one that the servers understand.",
      },
    );
  }
  if (proxy === "PROXYV2" && !cx.can.has("proxyV2"))
    cx.report(diagnose("LB1404", service.ref, annotationAt("proxy-protocol"), `PROXY protocol v2: ${cx.can.missing("proxyV2")}`));
  const tls = (annotations.text("default-tls-container-ref") ?? cx.settings.default_tls_container_ref) || undefined;
  const beyondConnections = tls ? "default-tls-container-ref" : xForwardedFor ? "x-forwarded-for" : proxy ? "proxy-protocol" : undefined;
  if (cx.can.ovn && beyondConnections) throw notOnOvn(service, beyondConnections);
  if (tls && cx.settings.container_store === "barbican") assertInBarbican(service, tls);
  return { tls, xForwardedFor, ...(proxy ? { proxy } : {}) };
}

/**
 * Error of an option that looks into a connection, or writes into it: the provider ovn cannot do that (octavia.md 1.14). Without the option
 * servers would get what they do not expect.
 */
function notOnOvn({ ref }: Service, annotation: Parameters<typeof annotationAt>[0]): DiagnosticError {
  const message = `${annotationName(annotation)}: the provider ovn passes connections on as they are`;
  return new DiagnosticError("LB1404", ref, annotationAt(annotation), message, {
    remedy: "Use another provider, or take out the annotation or setting.",
  });
}

/** Barbican keeps certificates at `.../containers/ID` or `.../secrets/ID`; the cloud provider accepts only these (octavia.md 3.2). */
function assertInBarbican({ ref }: Service, container: string): void {
  if (container.includes(UNKNOWN_TEXT)) return;
  const [type, id] = container.split("/").slice(-2);
  if (id !== undefined && (type === "containers" || type === "secrets")) return;
  const message =
    id === undefined
      ? `invalid tlsContainerRef for service ${keyOf(ref)}`
      : `failed to validate tlsContainerRef for service ${keyOf(ref)}: tlsContainerRef type ${type} unknown`;
  const remedy = "Write https://.../v1/containers/ID or https://.../v1/secrets/ID, or set container_store.";
  throw new DiagnosticError("LB1403", ref, annotationAt("default-tls-container-ref"), message, { remedy });
}

/** A listener with its pool, and the form of the members of the pool. */
export interface LoweredPort {
  listener: ListenerBody;
  member: (server: MemberServer) => MemberBody;
}

/** One port of a Service: listener, pool, members, health monitor (octavia.md 3.2). */
export function lowerPort(
  cx: OctaviaLowering,
  service: Service,
  annotations: Annotations,
  { port, servers }: L4Service["ports"][number],
  index: number,
  options: PortOptions,
): LoweredPort {
  const { loadBalancer, allowedCidrs } = options;
  const layer7 = port.protocol === "TCP"; // TLS, headers and PROXY are matters of TCP alone
  const tls = layer7 ? options.tls : undefined;
  const xForwardedFor = layer7 && options.xForwardedFor;
  reportBrokenProtocol(cx, service, port, { tls, xForwardedFor });
  const monitor = monitorOf(cx, service, annotations, port, occmNames.monitor(index, loadBalancer));
  const member = (server: MemberServer) => nodeMember(server, options.memberSubnet, monitor?.memberPort);
  // session persistence by source IP
  const persistent = service.sessionAffinity === "ClientIP";
  const pool: PoolBody = {
    name: occmNames.pool(index, loadBalancer),
    protocol: (layer7 && options.proxy) || (tls || xForwardedFor ? "HTTP" : port.protocol),
    lb_algorithm: options.algorithm,
    ...(persistent ? { session_persistence: { type: "SOURCE_IP" } } : {}),
    members: servers.map(member),
    ...(monitor ? { healthmonitor: monitor.body } : {}),
  };
  const listener: ListenerBody = {
    name: occmNames.listener(index, loadBalancer),
    protocol: tls ? "TERMINATED_HTTPS" : xForwardedFor ? "HTTP" : port.protocol,
    protocol_port: port.port,
    connection_limit: annotations.wholeNumber("connection-limit", -1),
    ...(cx.can.has("tags") ? { tags: [loadBalancer] } : {}),
    ...timeouts(cx, service, annotations),
    ...(allowedCidrs ? { allowed_cidrs: allowedCidrs } : {}),
    ...(xForwardedFor ? { insert_headers: { "X-Forwarded-For": "true" } } : {}),
    ...(tls ? { default_tls_container_ref: tls } : {}),
    default_pool: pool,
  };
  return { listener, member };
}

/** Values of appProtocol for HTTP/1.1 in clear text, the protocol of a pool for requests. */
const CLEAR_TEXT: readonly (string | undefined)[] = ["http", "kubernetes.io/ws"];

/** True if the name or number of a port without appProtocol means TLS. */
const isSecure = ({ name, port }: ServicePort) => /^(https|tls|ssl|wss)(-|$)/.test(name) || port === 443 || port === 8443;

/** Reports ports whose servers speak another protocol: the cloud provider sends requests in clear text to the servers of every port. */
function reportBrokenProtocol(
  { report }: OctaviaLowering,
  { ref }: Service,
  port: ServicePort,
  { tls, xForwardedFor }: { tls?: string; xForwardedFor: boolean },
): void {
  if (!tls && !xForwardedFor) return;
  const speaks = port.appProtocol ? !CLEAR_TEXT.includes(port.appProtocol.toLowerCase()) : !tls && isSecure(port);
  if (!speaks) return;
  const because = xForwardedFor ? "x-forwarded-for" : "default-tls-container-ref";
  const called = port.appProtocol ? `appProtocol ${port.appProtocol}` : port.name || "by its number TLS";
  const message = `port ${port.port} (${called}) is HTTP with ${annotationName(because)}: connections that the servers expect in another protocol, TLS say, break`;
  const remedy =
    "Give the port a Service of its own without the annotation; the PROXY protocol tells servers of TLS the address of the client.";
  report(diagnose("LB1302", ref, annotationAt(because), message, { remedy }));
}

const TIMEOUTS = ["timeout-client-data", "timeout-member-connect", "timeout-member-data", "timeout-tcp-inspect"] as const;

function timeouts(cx: OctaviaLowering, { ref }: Service, annotations: Annotations): Partial<ListenerBody> {
  if (!cx.can.has("timeouts")) {
    for (const name of TIMEOUTS.filter((each) => annotations.text(each) !== undefined))
      cx.report(diagnose("LB1404", ref, annotationAt(name), `${name} is left out: ${cx.can.missing("timeouts")}`));
    return {};
  }
  return {
    timeout_client_data: annotations.wholeNumber("timeout-client-data", 50_000),
    timeout_member_connect: annotations.wholeNumber("timeout-member-connect", 5_000),
    timeout_member_data: annotations.wholeNumber("timeout-member-data", 50_000),
    timeout_tcp_inspect: annotations.wholeNumber("timeout-tcp-inspect", 0),
  };
}

/** The monitor of a port, in the protocol of the port; with externalTrafficPolicy Local it asks kube-proxy which nodes have Pods. */
function monitorOf(
  cx: OctaviaLowering,
  service: Service,
  annotations: Annotations,
  port: ServicePort,
  name: string,
): { body: HealthMonitorBody; memberPort?: number } | undefined {
  const { settings } = cx;
  // kube-proxy counts ready Pods, so its answer already follows them
  const asksProxy = asksKubeProxy(cx, service, port);
  const isWanted = annotations.flag("enable-health-monitor", settings.create_monitor || (cx.readiness.follows && !asksProxy));
  const check = isWanted && !asksProxy ? checkOfPool(cx, { reach: "node ports" }, [{ service: service.ref, port }]) : undefined;
  if (!check && !annotations.flag("enable-health-monitor", settings.create_monitor)) return undefined;
  if (cx.can.ovn && port.protocol === "SCTP") {
    const message = `port ${port.port}/SCTP has no health monitor: the provider ovn checks TCP and UDP only`;
    cx.report(diagnose("LB1404", service.ref, annotationAt("enable-health-monitor"), message));
    return undefined;
  }
  const followed = check && followedMonitor(name, check);
  const delay = annotations.wholeNumber("health-monitor-delay", followed?.delay ?? settings.monitor_delay);
  const times = {
    delay,
    timeout: annotations.wholeNumber("health-monitor-timeout", followed?.timeout ?? settings.monitor_timeout),
    max_retries: annotations.wholeNumber("health-monitor-max-retries", followed?.max_retries ?? settings.monitor_max_retries),
    max_retries_down: annotations.wholeNumber(
      "health-monitor-max-retries-down",
      followed?.max_retries_down ?? settings.monitor_max_retries_down,
    ),
  };
  reportLongCheck(cx, service, port, delay, times.timeout);
  if (followed) return { body: { ...followed, ...times }, memberPort: memberFields(check).monitor_port };
  if (!asksProxy) {
    if (port.protocol === "UDP") reportShortDelay(cx, service, port, times.delay);
    return { body: { name, type: port.protocol === "UDP" ? "UDP-CONNECT" : port.protocol, ...times } };
  }
  const body = { name, type: "HTTP", ...times, url_path: "/healthz", http_method: "GET", expected_codes: "200" };
  return { body, memberPort: asKnown(service.healthCheckNodePort) };
}

/** Reports a check that lasts longer than the delay between two. Octavia and the cloud provider accept it; the documents of Octavia forbid it (octavia.md 1.6). */
function reportLongCheck(cx: OctaviaLowering, { ref }: Service, { port, protocol }: ServicePort, delay: number, timeout: number): void {
  if (timeout <= delay) return;
  const message = `a check of the health monitor of port ${port}/${protocol} may last ${timeout} s, longer than the ${delay} s between two`;
  const remedy = `Set ${annotationName("health-monitor-timeout")} or monitor_timeout to at most ${delay}, or the delay to at least ${timeout}.`;
  cx.report(diagnose("LB1403", ref, annotationAt("health-monitor-timeout"), message, { remedy }));
}

/** Default of the option udp_connect_min_interval_health_monitor of Octavia (octavia.md 1.6). */
const SHORTEST_UDP_DELAY = 3;

/** Reports a delay below the minimum of Octavia. The server may be configured otherwise, so the monitor stays. */
function reportShortDelay(cx: OctaviaLowering, { ref }: Service, { port }: ServicePort, delay: number): void {
  if (delay >= SHORTEST_UDP_DELAY) return;
  const message = `the health monitor of port ${port}/UDP has a delay of ${delay} s: unless it is configured otherwise, Octavia takes none below ${SHORTEST_UDP_DELAY} s and refuses the load balancer`;
  const remedy = `Use ${annotationName("health-monitor-delay")} or monitor_delay with at least ${SHORTEST_UDP_DELAY}.`;
  cx.report(diagnose("LB1302", ref, annotationAt("health-monitor-delay"), message, { remedy }));
}
