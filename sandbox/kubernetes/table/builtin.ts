import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { AGE, about, type Column, column, NAME, orNone, some, wide } from "./columns";
import { DEPLOYMENT, NODE, POD } from "./workload";

const specOf = (object: JsonObject): JsonObject => asObject(object.spec);
const listOf = (object: JsonObject, field: string): JsonObject[] => asArray(object[field]).filter(isObject);
const count = (value: unknown): number => Object.keys(asObject(value)).length;

const SERVICE = "api.core.v1.ServiceSpec";
const SLICE = "api.discovery.v1.EndpointSlice";

/** What kubectl shows of the built-in kinds, by kind. */
export const COLUMNS: { [kind: string]: Column[] } = {
  ConfigMap: [NAME, column("Data", about("api.core.v1.ConfigMap", "data"), ({ data, binaryData }) => count(data) + count(binaryData)), AGE],
  Deployment: DEPLOYMENT,
  Endpoints: [NAME, column("Endpoints", about("api.core.v1.Endpoints", "subsets"), endpointsOf), AGE],
  EndpointSlice: [
    NAME,
    column("AddressType", about(SLICE, "addressType"), ({ addressType }) => text(addressType)),
    column("Ports", about(SLICE, "ports"), (slice) =>
      some(
        listOf(slice, "ports").map(({ port, name }) => text(port ?? name ?? "*")),
        "<unset>",
      ),
    ),
    column("Endpoints", about(SLICE, "endpoints"), (slice) =>
      some(
        listOf(slice, "endpoints").flatMap(({ addresses }) => asArray(addresses).map(text)),
        "<unset>",
      ),
    ),
    AGE,
  ],
  Ingress: [
    NAME,
    column("Class", "The name of the IngressClass resource that should be used for additional configuration", (ingress) =>
      text(specOf(ingress).ingressClassName ?? "<none>"),
    ),
    column("Hosts", "Hosts that incoming requests are matched against before the ingress rule", (ingress) =>
      some(
        listOf(specOf(ingress), "rules")
          .map(({ host }) => text(host))
          .filter((host) => host !== ""),
        "*",
      ),
    ),
    column("Address", "Address is a list containing ingress points for the load-balancer", (ingress) => balancers(ingress)),
    column("Ports", "Ports of TLS configurations that open", (ingress) => (asArray(specOf(ingress).tls).length > 0 ? "80, 443" : "80")),
    AGE,
  ],
  IngressClass: [
    NAME,
    column("Controller", "Controller that is responsible for handling this class", (each) => text(specOf(each).controller)),
    column("Parameters", "A reference to a resource with additional parameters", (each) => parameters(asObject(specOf(each).parameters))),
    AGE,
  ],
  Lease: [
    NAME,
    column("Holder", about("api.coordination.v1.LeaseSpec", "holderIdentity"), (lease) => text(specOf(lease).holderIdentity)),
    AGE,
  ],
  Namespace: [NAME, column("Status", "The status of the namespace", ({ status }) => text(asObject(status).phase)), AGE],
  Node: NODE,
  Pod: POD,
  Secret: [
    NAME,
    column("Type", about("api.core.v1.Secret", "type"), ({ type }) => text(type)),
    column("Data", about("api.core.v1.Secret", "data"), ({ data }) => count(data)),
    AGE,
  ],
  Service: [
    NAME,
    column("Type", about(SERVICE, "type"), (service) => text(specOf(service).type)),
    column("Cluster-IP", about(SERVICE, "clusterIP"), (service) => text(asArray(specOf(service).clusterIPs)[0] ?? "<none>")),
    column("External-IP", about(SERVICE, "externalIPs"), externalOf),
    column("Port(s)", about(SERVICE, "ports"), (service) => orNone(listOf(specOf(service), "ports").map(portOf).join(","))),
    AGE,
    wide("Selector", about(SERVICE, "selector"), (service) => orNone(pairs(asObject(specOf(service).selector)))),
  ],
  ServiceAccount: [NAME, AGE],
};

const pairs = (map: JsonObject): string =>
  Object.keys(map)
    .sort()
    .map((key) => `${key}=${text(map[key])}`)
    .join(",");

function portOf({ port, nodePort, protocol }: JsonObject): string {
  return nodePort ? `${text(port)}:${text(nodePort)}/${text(protocol)}` : `${text(port)}/${text(protocol)}`;
}

/** Addresses and host names that a load balancer has reported. */
function balancers({ status }: JsonObject): string {
  const ingress = listOf(asObject(asObject(status).loadBalancer), "ingress");
  return [...new Set(ingress.map(({ ip, hostname }) => text(ip) || text(hostname)))].sort().join(",");
}

function externalOf(service: JsonObject): string {
  const { type, externalIPs, externalName } = specOf(service);
  if (type === "ExternalName") return text(externalName);
  const given = asArray(externalIPs).map(text);
  if (type !== "LoadBalancer") return orNone(given.join(","));
  const all = [balancers(service), ...given].filter((each) => each !== "");
  return all.length > 0 ? all.join(",") : "<pending>";
}

function endpointsOf(object: JsonObject): string {
  const list = listOf(object, "subsets").flatMap((subset) => {
    const addresses = listOf(subset, "addresses").map(({ ip }) => text(ip));
    const ports = listOf(subset, "ports").map(({ port }) => text(port));
    return ports.length === 0
      ? addresses
      : ports.flatMap((port) => addresses.map((address) => (address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`)));
  });
  return some(list);
}

function parameters({ apiGroup, kind, name }: JsonObject): string {
  if (kind === undefined) return "<none>";
  return apiGroup === undefined ? `${text(kind)}/${text(name)}` : `${text(kind)}.${text(apiGroup)}/${text(name)}`;
}
