/** Parts that differ between targets in the program that `k8s-lb init` writes. */
export interface Program {
  /** index.ts without what all have in common. */
  settings: string;
  outputs: string;
  manifests: string;
  /** Expectations of requests; absent where nothing answers requests. */
  requests?: string;
  /** The settings once more, in settings.yaml, for the verbs that run without the program. */
  file?: string;
  /** Configuration with a value to begin with, as Pulumi.yaml has it. */
  config?: string;
  /** Commands that connect the program to the real load balancer, for the README. */
  connect: string;
}

const SHOP = `# A Service with its servers, and the host that leads to it. In a cluster the Endpoints are there already:
# \`specs: [..., liveCluster()]\` reads them (import { liveCluster } from "pulumi-k8s-lb/cluster").
apiVersion: v1
kind: Service
metadata: { name: shop }
spec:
  selector: { app: shop }
  ports: [{ name: http, port: 80, targetPort: 8080 }]
---
apiVersion: v1
kind: Endpoints
metadata: { name: shop }
subsets:
  - addresses: [{ ip: 10.244.1.21 }, { ip: 10.244.2.21 }]
    ports: [{ name: http, port: 8080 }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: shop, port: { number: 80 } } } }
`;

const NODES = `# The nodes, which are the members, and a Service that is served at its node port.
apiVersion: v1
kind: Node
metadata: { name: node-1 }
status:
  addresses: [{ type: InternalIP, address: 10.0.0.11 }]
  conditions: [{ type: Ready, status: "True" }]
---
apiVersion: v1
kind: Node
metadata: { name: node-2 }
status:
  addresses: [{ type: InternalIP, address: 10.0.0.12 }]
  conditions: [{ type: Ready, status: "True" }]
---
apiVersion: v1
kind: Service
metadata:
  name: shop
  annotations:
    # From outside it is reached with \`floating_network_id\` among the settings, and without this.
    service.beta.kubernetes.io/openstack-internal-load-balancer: "true"
spec:
  type: LoadBalancer
  ports: [{ name: http, port: 80, nodePort: 30080 }]
`;

const NETWORK = `# A VPC with a subnet, the Network that Pods and Services name, and a Pod that asks for an address.
apiVersion: mizar.com/v1
kind: Vpc
metadata: { name: vpc-shop }
spec: { ip: 10.10.0.0, prefix: "16", dividers: 1 }
---
apiVersion: mizar.com/v1
kind: Subnet
metadata: { name: net-shop }
spec: { vpc: vpc-shop, ip: 10.10.1.0, prefix: "24", bouncers: 1 }
---
apiVersion: arktos.futurewei.com/v1
kind: Network
metadata: { name: shop }
spec: { type: mizar, vpcID: vpc-shop }
---
apiVersion: v1
kind: Pod
metadata:
  name: shop
  labels: { arktos.futurewei.com/network: shop, app: shop }
spec:
  containers: [{ name: shop, image: nginx }]
`;

const VIPS = `/** Address of every virtual service. */
export const vips = cluster.vips;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
`;

const SANDBOX_SUBNET = "a385dda3-9569-46ac-8163-6edd4ead106d";

/** The programs there are. */
export const PROGRAMS = {
  avi: {
    settings: `  settings: { clusterName: NAME, shardVSSize: "SMALL", subDomains: ["example.com"] },\n`,
    outputs: VIPS,
    manifests: SHOP,
    requests: `  - { request: "http://shop.example.com/", to: default/shop:80 }\n`,
    connect: `pulumi config set avi:controller avi.example.com
pulumi config set avi:username admin
pulumi config set --secret avi:password ...`,
  },
  octavia: {
    settings: `  // Names and objects of the OpenStack cloud provider; "kuryr" for those of Kuryr.
  settings: { naming: "occm", cluster_name: NAME, subnet_id: new pulumi.Config().require("subnetId") },\n`,
    outputs: `/** Contents for the status of each Service. */
export const services = cluster.services;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
`,
    manifests: NODES,
    requests: `  - { request: "tcp://default/shop:80", to: default/shop:80 }\n`,
    file: `# The settings of index.ts, for what k8s-lb does without it: \`npx k8s-lb translate --settings settings.yaml ...\`
naming: occm
cluster_name: NAME
subnet_id: ${SANDBOX_SUBNET} # the sandbox's, as in Pulumi.yaml
`,
    config: `config:
  subnetId:
    description: Subnet of the virtual addresses; this one is the sandbox's
    default: ${SANDBOX_SUBNET}
`,
    connect: `export OS_CLOUD=...                       # of clouds.yaml; or OS_AUTH_URL, OS_USERNAME ..., or \`pulumi config set openstack:...\`
pulumi config set subnetId ...            # openstack subnet list`,
  },
  mizar: {
    settings: `  // Mizar's operator of today never lets a subnet go by itself.
  forceFinalizerRemoval: true,
  deleteTimeout: 20,\n`,
    outputs: `/** The planned address of every interface and scaled endpoint. */
export const addresses = cluster.addresses;
/** Addresses left in each subnet. */
export const capacity = cluster.capacity;
`,
    manifests: NETWORK,
    connect: `export KUBECONFIG=...                     # or \`pulumi config set kubernetes:kubeconfig ...\` and kubernetes:context`,
  },
} as const satisfies { [target: string]: Program };

export type ProgramTarget = keyof typeof PROGRAMS;

/** Names of the load balancers for people. */
export const TITLES: { readonly [T in ProgramTarget]: string } = { avi: "Avi (NSX ALB)", octavia: "OpenStack Octavia", mizar: "Mizar" };

/** Languages of a program. */
export const LANGUAGES = ["typescript", "yaml", "python"] as const;

/** Facts of a project. */
export interface Project {
  name: string;
  /** Release of this package, which the project must use. */
  version: string;
  language: (typeof LANGUAGES)[number];
}
