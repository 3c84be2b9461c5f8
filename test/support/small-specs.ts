// Small specs that several tests put together: Services with endpoints, and one Gateway with a Route.
import { readSpecs } from "../../sdk/frontends";
import { TARGETS, type TargetName } from "../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "./pem";

/** The metadata of an object of the default namespace. */
export const metaOf = (name: string, annotations: object = {}) => ({ name, namespace: "default", annotations });

interface SmallService {
  type?: string;
  annotations?: object;
  ranges?: string[];
  address?: string;
  endpoints?: boolean;
  /** Protocol, port, target port. */
  ports?: [string, number, number][];
}

/** A Service and its Endpoints. */
export function service(name: string, given: SmallService): object[] {
  const { type = "ClusterIP", annotations, ranges, address = "10.1.0.1", endpoints = true, ports = [["TCP", 80, 8080]] } = given;
  const named = ports.map(([protocol, port, targetPort], at) => ({ name: `p${at}`, protocol, port, targetPort }));
  const subset = {
    addresses: [{ ip: address }],
    ports: named.map(({ name: of, protocol, targetPort: port }) => ({ name: of, protocol, port })),
  };
  return [
    {
      ...{ apiVersion: "v1", kind: "Service", metadata: metaOf(name, annotations) },
      spec: { type, clusterIP: "10.96.0.1", ...(ranges ? { loadBalancerSourceRanges: ranges } : {}), ports: named },
    },
    { apiVersion: "v1", kind: "Endpoints", metadata: metaOf(name), subsets: endpoints ? [subset] : [] },
  ];
}

/** A Secret with a certificate for example.com. */
export const secret = (name: string): object => ({
  ...{ apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata: metaOf(name) },
  stringData: { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY },
});

/** A Gateway of the target that listens at port 80. */
export const gateway = (target: TargetName): object[] => [
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "GatewayClass", metadata: { name: "lb" } },
    spec: { controllerName: `k8s-lb.io/${target}` },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: metaOf("web") },
    spec: { gatewayClassName: "lb", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
  },
];

/** An HTTPRoute of that Gateway with one rule, and its Service. */
export const httpRoute = (rule: object): object[] => [
  ...service("web", {}),
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: metaOf("r") },
    spec: { parentRefs: [{ name: "web" }], hostnames: ["h.com"], rules: [{ backendRefs: [{ name: "web", port: 80 }], ...rule }] },
  },
];

/** The plan of objects, with what is reported. */
export const translated = (target: TargetName, objects: readonly object[], settings: object) =>
  TARGETS[target].translate(readSpecs(objects.map((value) => ({ value }))) as never, { settings: { ...settings } });
