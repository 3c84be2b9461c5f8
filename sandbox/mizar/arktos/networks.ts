import { text } from "../../shared/json";
import type { NewObject, Reference } from "../api/kinds";
import { type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { type Context, NOTHING, type Step } from "../workflows/workflow";

/** The phases of a Network: it is ready when its DNS Service has an address; of type flat it does not even need that. */
export function reconcileNetwork(network: KubeObject, { world, settings }: Context): Step {
  const { phase = "", dnsServiceIP } = network.status;
  const write = (status: object): Step => ({ actions: [statusOf(network, status)] });
  if (network.metadata.deletionTimestamp) {
    return phase === "Terminating" ? NOTHING : write({ phase: "Terminating", message: "waiting for resource cleanup" });
  }
  const isFlat = specText(network, "type") === "flat";
  if (dnsServiceIP) {
    const settled = isFlat || (phase !== "" && phase !== "Pending");
    return settled ? NOTHING : write({ phase: "Ready", message: "DNS service IP allocated" });
  }
  const service = world.find(dnsServiceOf(network));
  if (!service) return { actions: wellKnown(network), again: settings.delayMs };
  const ip = settings.dnsServiceClusterIP ?? text(service.spec.clusterIP);
  if (isFlat) {
    const message = "DNS service ready; network ready";
    return phase === "Ready" && !ip ? NOTHING : write({ phase: "Ready", dnsServiceIP: ip, message });
  }
  if (ip) return write({ phase: "Ready", dnsServiceIP: ip, message: "DNS service IP allocated" });
  // the controller only hears of Networks, so an address that the Service gets later is seen at the next change of the Network
  return phase === "Pending" ? NOTHING : write({ phase: "Pending", message: "waiting for DNS service IP assigned" });
}

const statusOf = ({ kind, metadata: { name, tenant } }: KubeObject, status: object): Action => ({
  patch: { kind, name, tenant },
  with: { status },
  subresource: "status",
});

const NETWORK_LABEL = "arktos.futurewei.com/network";

/** The DNS Service of a Network. */
const dnsServiceOf = ({ metadata: { name, tenant } }: KubeObject): Reference => ({
  kind: "Service",
  name: `kube-dns-${name}`,
  namespace: "kube-system",
  tenant,
});

/** What every Network gets in its tenant: a DNS Service with the Deployment behind it, and a way to the API server. */
function wellKnown(network: KubeObject): Action[] {
  const { name } = network.metadata;
  const dns = service(network, "kube-system", `kube-dns-${name}`, [
    { name: "dns", protocol: "UDP", port: 53, targetPort: 53 },
    { name: "dns-tcp", protocol: "TCP", port: 53, targetPort: 53 },
    { name: "metrics", protocol: "TCP", port: 9153, targetPort: 9153 },
  ]);
  const https = [{ name: "https", protocol: "TCP", port: 443, targetPort: 6443 }];
  const api = service(network, "default", `kubernetes-${name}`, https, { provider: "kubernetes", component: "apiserver" });
  return [dns, api].map((create): Action => ({ create, unlessThere: true })).concat(coreDns(network));
}

type Labels = { [label: string]: string };

function service({ metadata }: KubeObject, namespace: string, name: string, ports: object[], more: Labels = {}): NewObject {
  const { name: network, tenant } = metadata;
  const labels = { [NETWORK_LABEL]: network, "k8s-app": name, ...more };
  return {
    kind: "Service",
    metadata: { name, namespace, tenant, labels },
    spec: { ports, selector: { "k8s-app": name }, type: "ClusterIP" },
  };
}

/** CoreDNS of a Network. Nothing runs it here. */
function coreDns({ metadata: { name: network, tenant } }: KubeObject): Action {
  const name = `coredns-${network}`;
  const labels = { [NETWORK_LABEL]: network, "k8s-app": `kube-dns-${network}` };
  const container = { name: "coredns", image: "coredns/coredns:1.7.0", args: ["-conf", "/etc/coredns/Corefile"] };
  const spec = {
    ...{ replicas: 1, selector: { matchLabels: { "k8s-app": `kube-dns-${network}` } } },
    template: { metadata: { labels }, spec: { containers: [container] } },
  };
  return {
    create: { kind: "Deployment", metadata: { name, namespace: "kube-system", tenant, labels }, spec },
    unlessThere: true,
    ifServed: true,
  };
}
