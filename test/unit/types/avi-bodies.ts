// Mistakes in the bodies of Avi's objects that the editor shows: an `@ts-expect-error` without an error fails the compilation. The right
// programs also run, under mocks.
import * as pulumi from "@pulumi/pulumi";
import * as avi from "pulumi-k8s-lb/avi";

const owner = "pulumi-k8s-lb:shop/dev/c1";
const port = pulumi.output(8080);
const address = pulumi.output<avi.types.IpAddr>({ addr: "10.0.0.1", type: "V4" });
/** A text of which TypeScript no longer knows the value. */
const server = (addr: string) => ({ ip: { addr, type: "V4" }, port: 8080 });
const whole = pulumi.output<avi.types.Pool>({ name: "web" });

export const right = () => [
  new avi.Pool("r1", { owner, pool: { name: "web" } }),
  new avi.Pool("r2", { owner, pool: { name: "web", servers: [{ ip: { addr: "10.0.0.1", type: "V4" }, port: 8080 }] } }),
  new avi.Pool("r3", { owner, pool: { name: "web", servers: [{ ip: address, port }] } }),
  new avi.Pool("r4", { owner, pool: whole }),
  new avi.Pool("r13", { pool: { name: "web", servers: ["10.0.0.1"].map(server) } }),
  new avi.Pool("r5", { owner, pool: { name: pulumi.interpolate`web-${port}`, lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN" } }),
  new avi.Pool("r6", { owner, pool: { name: "web", a_field_of_tomorrow: { anything: [1, "two"] } } }),
  new avi.Pool("r7", { owner, adopt: true, pool: { name: "web", health_monitor_refs: ["/api/healthmonitor?name=System-TCP"] } }),
  new avi.Pool("r8", { owner, pool: { name: "web" }, healthMonitor: { name: "m", type: "HEALTH_MONITOR_TCP", tcp_monitor: {} } }),
  new avi.SharedVS("r9", {
    owner,
    vsVip: { name: "s", vip: [{ vip_id: "0", auto_allocate_ip: true }] },
    virtualService: { name: "s", type: "VS_TYPE_VH_PARENT", services: [{ port: 443, enable_ssl: true }] },
  }),
  new avi.L4VS("r10", { owner, vsVip: { name: "l" }, poolGroups: [], virtualService: { name: "l", services: [{ port }] } }),
  new avi.Certificate("r11", { owner, certificate: { name: "c", certificate: { certificate: "PEM" }, key: pulumi.secret("PEM") } }),
  new avi.Pool("r14", { unchecked: true, pool: { name: "web", lb_algorithm: "LB_ALGORITHM_OF_TOMORROW" } }),
  new avi.StaticRoutes("r12", { owner, clusterName: "c", vrfContext: "global", cloud: "C", routes: [{ prefix: "p", nextHop: "n" }] }),
];

/** Outputs have the types of their bodies. */
export const outputs = ({ pool }: avi.Pool): [pulumi.Output<string>, pulumi.Output<number | undefined> | undefined] => [
  pool.name,
  pool.default_server_port,
];

export const wrong = () => [
  // @ts-expect-error the name of a body is a text
  (({ pool }: avi.Pool): pulumi.Output<number> => pool.name) && [],
  // @ts-expect-error an address is a message, not a text
  new avi.Pool("w1", { owner, pool: { name: "web", servers: [{ ip: "10.0.0.1" }] } }),
  // @ts-expect-error a server has an address
  new avi.Pool("w2", { owner, pool: { name: "web", servers: [{ port: 80 }] } }),
  // @ts-expect-error a port is a number
  new avi.Pool("w3", { owner, pool: { name: "web", servers: [{ ip: { addr: "10.0.0.1", type: "V4" }, port: "80" }] } }),
  // @ts-expect-error a body has a name
  new avi.Pool("w4", { owner, pool: { servers: [] } }),
  // @ts-expect-error servers are a list
  new avi.Pool("w5", { owner, pool: { name: "web", servers: { ip: { addr: "10.0.0.1", type: "V4" } } } }),
  // @ts-expect-error an algorithm is a text
  new avi.Pool("w6", { owner, pool: { name: "web", lb_algorithm: 1 } }),
  // @ts-expect-error an address has a type
  new avi.Pool("w7", { owner, pool: { name: "web", servers: [{ ip: { addr: "10.0.0.1" } }] } }),
  // @ts-expect-error a flag is no text
  new avi.Pool("w8", { owner, pool: { name: "web", enabled: "true" } }),
  // @ts-expect-error references are texts
  new avi.Pool("w9", { owner, pool: { name: "web", health_monitor_refs: [{ name: "System-TCP" }] } }),
  // @ts-expect-error the pool is missing
  new avi.Pool("w10", { owner }),
  // @ts-expect-error a misspelt input
  new avi.Pool("w11", { owner, pool: { name: "web" }, healthMonitors: [] }),
  // @ts-expect-error a monitor has a type
  new avi.Pool("w12", { owner, pool: { name: "web" }, healthMonitor: { name: "m" } }),
  // @ts-expect-error what a monitor of TCP asks for is a message
  new avi.Pool("w13", { owner, pool: { name: "web" }, healthMonitor: { name: "m", type: "HEALTH_MONITOR_TCP", tcp_monitor: "ping" } }),
  // @ts-expect-error the type of a virtual service is a text
  new avi.SharedVS("w14", { owner, vsVip: { name: "s" }, virtualService: { name: "s", type: true } }),
  // @ts-expect-error services have a port
  new avi.SharedVS("w15", { owner, vsVip: { name: "s" }, virtualService: { name: "s", services: [{ enable_ssl: true }] } }),
  // @ts-expect-error vip is a list
  new avi.SharedVS("w16", { owner, vsVip: { name: "s", vip: { vip_id: "0" } }, virtualService: { name: "s" } }),
  // @ts-expect-error the address is missing
  new avi.L4VS("w17", { owner, poolGroups: [], virtualService: { name: "l" } }),
  // @ts-expect-error pool groups are a list
  new avi.L4VS("w18", { owner, vsVip: { name: "l" }, poolGroups: { name: "g" }, virtualService: { name: "l" } }),
  // @ts-expect-error a certificate has its text in a message of its own
  new avi.Certificate("w19", { owner, certificate: { name: "c", certificate: "PEM" } }),
  // @ts-expect-error the next hop is missing
  new avi.StaticRoutes("w20", { owner, clusterName: "c", vrfContext: "global", cloud: "C", routes: [{ prefix: "p" }] }),
];
