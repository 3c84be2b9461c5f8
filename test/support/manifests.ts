/** Short forms of Kubernetes objects for tests. */

type ManifestPort = number | { name?: string; port: number; protocol?: string; targetPort?: number | string; nodePort?: number };

export function service(name: string, ports: ManifestPort[], type = "ClusterIP", namespace = "default") {
  const spec = { type, ports: ports.map((port) => (typeof port === "number" ? { port } : port)) };
  return { apiVersion: "v1", kind: "Service", metadata: { name, namespace }, spec };
}

export function endpoints(name: string, ips: string[], ports: number | { name: string; port: number }[], namespace = "default") {
  const subsets = [{ addresses: ips.map((ip) => ({ ip })), ports: typeof ports === "number" ? [{ port: ports }] : ports }];
  return { apiVersion: "v1", kind: "Endpoints", metadata: { name, namespace }, subsets };
}

export function node(name: string, ip?: string, podCIDR?: string) {
  const addresses = ip ? [{ type: "InternalIP", address: ip }] : [];
  return { apiVersion: "v1", kind: "Node", metadata: { name }, spec: podCIDR ? { podCIDR } : {}, status: { addresses } };
}

export function secret(name: string, certificate: string, key: string, namespace = "default") {
  return { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, stringData: { "tls.crt": certificate, "tls.key": key } };
}

export interface IngressShape {
  name: string;
  namespace?: string;
  created?: string;
  rules: { host: string; path: string; service: string; port?: unknown }[];
  tls?: { hosts: string[]; secretName: string }[];
}

export function ingress({ name, namespace = "default", created, rules, tls }: IngressShape) {
  return {
    apiVersion: "networking.k8s.io/v1beta1",
    kind: "Ingress",
    metadata: { name, namespace, ...(created ? { creationTimestamp: created } : {}) },
    spec: {
      tls,
      rules: rules.map(({ host, path, service, port = 80 }) => ({
        host,
        http: { paths: [{ path, backend: { serviceName: service, servicePort: port } }] },
      })),
    },
  };
}

export interface PathShape {
  host?: string;
  path: string;
  type?: "Exact" | "Prefix" | "ImplementationSpecific";
  service: string;
}

/** An Ingress of networking.k8s.io/v1; `tls` names the hosts that the Secret `secretName` is for. */
export function ingressV1(
  name: string,
  paths: PathShape[],
  more: { namespace?: string; created?: string; tls?: string[]; secretName?: string; className?: string; defaultService?: string } = {},
) {
  const { namespace = "default", created, tls, secretName = "cert", className, defaultService } = more;
  const backend = (service: string) => ({ service: { name: service, port: { number: 80 } } });
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name, namespace, ...(created ? { creationTimestamp: created } : {}) },
    spec: {
      ...(className ? { ingressClassName: className } : {}),
      ...(tls ? { tls: [{ hosts: tls, secretName }] } : {}),
      ...(defaultService ? { defaultBackend: backend(defaultService) } : {}),
      rules: paths.map(({ host, path, type = "Prefix", service }) => ({
        ...(host ? { host } : {}),
        http: { paths: [{ path, pathType: type, backend: backend(service) }] },
      })),
    },
  };
}

/** An OpenShift Route. */
export function openShiftRoute(name: string, spec: object, created?: string) {
  const metadata = { name, namespace: "default", ...(created ? { creationTimestamp: created } : {}) };
  return { apiVersion: "route.openshift.io/v1", kind: "Route", metadata, spec };
}

/** A Service with one server. */
export function served(name: string, last: number, namespace = "default") {
  return [service(name, [80], "ClusterIP", namespace), endpoints(name, [`10.0.0.${last}`], 8080, namespace)];
}
