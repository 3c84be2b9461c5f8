/** One object of Kubernetes. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string };
  [field: string]: unknown;
}

/** The specs of a cluster: Ingresses with a host, a Service and two endpoints each. Every stack is given all of them. */
export function cluster(ingresses: number): Manifest[] {
  return Array.from({ length: ingresses }, (_, i) => app(i)).flat();
}

function app(i: number): Manifest[] {
  const name = `app-${i}`;
  const metadata = { name, namespace: `team-${i % 20}` };
  const backend = { service: { name, port: { name: "http" } } };
  const network = `10.${(i >> 15) & 255}.${(i >> 7) & 255}`;
  const addresses = [0, 1].map((n) => ({ ip: `${network}.${2 * (i & 127) + n}` }));
  return [
    { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
    { apiVersion: "v1", kind: "Endpoints", metadata, subsets: [{ addresses, ports: [{ name: "http", port: 8080 }] }] },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata,
      spec: { rules: [{ host: `${name}.avi.internal`, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] },
    },
  ];
}
