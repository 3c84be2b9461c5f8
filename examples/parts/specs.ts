// Generates the specs of a large cluster for this example.
import { certificate } from "./certificate";

/** One object of Kubernetes. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string };
  [field: string]: unknown;
}

const TEAMS = 20;
const teamOf = (i: number) => `team-${i % TEAMS}`;

/**
 * The specs of a cluster: Ingresses with a Service and two endpoints each. Two of three have a host of their own; each third is a path of
 * the secure host of its team, because a shard has only so many hosts in clear text (a pool group of Avi takes 1,000 pools). Every stack is
 * given all of them.
 */
export function cluster(ingresses: number): Manifest[] {
  const apps = Array.from({ length: ingresses }, (_, i) => app(i)).flat();
  return [...Array.from({ length: TEAMS }, (_, i) => secret(teamOf(i))), ...apps];
}

const secret = (namespace: string): Manifest => ({
  apiVersion: "v1",
  kind: "Secret",
  type: "kubernetes.io/tls",
  metadata: { name: "wildcard", namespace },
  stringData: certificate,
});

function app(i: number): Manifest[] {
  const name = `app-${i}`;
  const metadata = { name, namespace: teamOf(i) };
  const backend = { service: { name, port: { name: "http" } } };
  const network = `10.${(i >> 15) & 255}.${(i >> 7) & 255}`;
  const addresses = [0, 1].map((n) => ({ ip: `${network}.${2 * (i & 127) + n}` }));
  const own = { rules: [{ host: `${name}.avi.internal`, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] };
  const host = `${metadata.namespace}.avi.internal`;
  const shared = {
    tls: [{ hosts: [host], secretName: "wildcard" }],
    rules: [{ host, http: { paths: [{ path: `/${name}`, pathType: "Prefix", backend }] } }],
  };
  return [
    { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
    { apiVersion: "v1", kind: "Endpoints", metadata, subsets: [{ addresses, ports: [{ name: "http", port: 8080 }] }] },
    { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: i % 3 === 0 ? shared : own },
  ];
}
