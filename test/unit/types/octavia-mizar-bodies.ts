// Mistakes in the bodies of Octavia's and Mizar's objects that the editor shows; see avi-bodies.ts.
import * as pulumi from "@pulumi/pulumi";
import * as mizar from "pulumi-k8s-lb/mizar";
import * as octavia from "pulumi-k8s-lb/octavia";

const port = pulumi.output(8080);
const subnet = pulumi.output("5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11");
/** A text of which TypeScript no longer knows the value. */
const algorithm: string = "ROUND_ROBIN";
const pool: octavia.types.Pool = { name: "web", protocol: "HTTP", lb_algorithm: algorithm };
const member = (address: string): octavia.types.Member => ({ address, protocol_port: 8080, weight: 1 });
const metadata = { name: "net1" };
const containers = [{ name: "nginx", image: "nginx" }];

export const right = () => [
  new octavia.LoadBalancer("o1", { loadBalancer: { name: "web", vip_subnet_id: subnet } }),
  new octavia.LoadBalancer("o2", { adopt: true, loadBalancer: { name: "web", listeners: [], pools: [pool] } }),
  new octavia.LoadBalancer("o3", {
    loadBalancer: {
      name: "web",
      listeners: [
        {
          name: "http",
          protocol: "HTTP",
          protocol_port: port,
          default_pool: { ...pool, members: [{ address: pulumi.interpolate`10.0.0.${port}`, protocol_port: port }, member("10.0.0.2")] },
        },
      ],
    },
  }),
  new octavia.LoadBalancer("o4", {
    loadBalancer: {
      name: "web",
      pools: [{ ...pool, healthmonitor: { type: "HTTP", delay: 5, timeout: 3, max_retries: 3 } }],
      listeners: [
        {
          name: "https",
          protocol: "TERMINATED_HTTPS",
          protocol_port: 443,
          default_tls_container_ref: { name: "tls" },
          l7policies: [
            {
              name: "cart",
              position: 1,
              action: "REDIRECT_TO_POOL",
              redirect_pool: { name: "web" },
              rules: [{ type: "PATH", compare_type: "STARTS_WITH", value: "/cart" }],
            },
          ],
        },
      ],
    },
    secrets: [{ name: "tls", certificate: "PEM", key: pulumi.secret("PEM") }],
  }),
  new octavia.LoadBalancer("o5", { loadBalancer: { name: "web" }, floatingIp: { floating_network_id: subnet }, serial: true }),
  new mizar.Vpc("m1", { metadata, spec: { ip: "10.10.0.0", prefix: 16, dividers: 2 } }),
  new mizar.Subnet("m2", { metadata, spec: { vpc: pulumi.output("vpc"), ip: "10.10.1.0", prefix: "24" }, forceFinalizerRemoval: true }),
  new mizar.ArktosNetwork("m3", { metadata, spec: { type: "mizar", vpcID: "vpc", service: { ipam: "External" } }, waitFor: "Ready" }),
  new mizar.PlacedPod("m4", { metadata: { ...metadata, annotations: { "mizar.com/vpc": subnet } }, spec: { containers } }),
  new mizar.PlacedService("m5", { metadata, spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: port }] } }),
];

const loadBalancer = { name: "web" };
const probe = { type: "TCP", timeout: 3 };
export const wrong = () => [
  // @ts-expect-error a load balancer has a name
  new octavia.LoadBalancer("w1", { loadBalancer: { vip_subnet_id: subnet } }),
  // @ts-expect-error the field is vip_subnet_id
  new octavia.LoadBalancer("w2", { loadBalancer: { name: "web", subnet_id: subnet } }),
  // @ts-expect-error no such protocol
  new octavia.LoadBalancer("w3", { loadBalancer: { name: "web", listeners: [{ name: "l", protocol: "HTPP", protocol_port: 80 }] } }),
  // @ts-expect-error a listener has a port
  new octavia.LoadBalancer("w4", { loadBalancer: { name: "web", listeners: [{ name: "l", protocol: "HTTP" }] } }),
  // @ts-expect-error a port is a number
  new octavia.LoadBalancer("w5", { loadBalancer: { name: "web", pools: [{ ...pool, members: [{ address: "a", protocol_port: "80" }] }] } }),
  // @ts-expect-error a pool has an algorithm
  new octavia.LoadBalancer("w6", { loadBalancer: { name: "web", pools: [{ name: "web", protocol: "HTTP" }] } }),
  // @ts-expect-error a monitor is in a pool, not beside the listeners
  new octavia.LoadBalancer("w7", { loadBalancer: { name: "web", healthmonitor: { type: "TCP", delay: 5, timeout: 3, max_retries: 3 } } }),
  // @ts-expect-error a monitor says how often it tries
  new octavia.LoadBalancer("w8", { loadBalancer: { name: "web", pools: [{ ...pool, healthmonitor: { ...probe, delay: 5 } }] } }),
  // @ts-expect-error a certificate has its text
  new octavia.LoadBalancer("w9", { loadBalancer, secrets: [{ name: "tls" }] }),
  // @ts-expect-error adopt is a flag here; only Avi's components can keep a mark
  new octavia.LoadBalancer("w10", { loadBalancer, adopt: { mark: "keep" } }),
  // @ts-expect-error a VPC has no vpc
  new mizar.Vpc("w11", { metadata, spec: { vpc: "other" } }),
  // @ts-expect-error a subnet is in a VPC
  new mizar.Subnet("w12", { metadata, spec: { ip: "10.10.1.0", prefix: 24 } }),
  // @ts-expect-error no such way to give addresses
  new mizar.ArktosNetwork("w13", { metadata, spec: { type: "mizar", service: { ipam: "Mizar" } } }),
  // @ts-expect-error a Pod has containers
  new mizar.PlacedPod("w14", { metadata, spec: {} }),
  // @ts-expect-error a misspelt field of a Pod
  new mizar.PlacedPod("w15", { metadata, spec: { containers, restartPolice: "Always" } }),
  // @ts-expect-error ports of a Service are a list
  new mizar.PlacedService("w16", { metadata, spec: { ports: { port: 80 } } }),
  // @ts-expect-error an object has a name
  new mizar.Vpc("w17", { metadata: {}, spec: {} }),
];
