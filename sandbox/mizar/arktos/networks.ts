// Controller of Arktos for Networks.
import { text } from "../../shared/json";
import type { SeededRandom } from "../../shared/random";
import type { NewObject, ObjectReference } from "../api/kinds";
import { type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure } from "../engine/kopf";
import { NOTHING, type WorkflowContext, type WorkflowStep } from "../workflows/workflow";

/** The phases of a Network: it is ready when its DNS Service has an address; of type flat it does not even need that. */
export function reconcileNetwork(network: KubeObject, { world, settings }: WorkflowContext): WorkflowStep {
  const { phase = "", dnsServiceIP } = network.status;
  const write = (status: object): WorkflowStep => ({ actions: [statusOf(network, status)] });
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
const dnsServiceOf = ({ metadata: { name, tenant } }: KubeObject): ObjectReference => ({
  kind: "Service",
  name: `kube-dns-${name}`,
  namespace: "kube-system",
  tenant,
});

/** Objects that every Network gets in its tenant: a DNS Service with the Deployment behind it, and a way to the API server. */
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

const NO_OVERLAP = "MizarVPCRangeNoOverlap";

/** Memory of Arktos' controller of mizar Networks. */
export class NetworkMemory {
  /** Networks it has seen; it looks at each one once. */
  readonly seen = new Set<string>();
  ranges: VpcRanges | undefined;
}

/** Makes the Vpc and Subnet of a mizar Network. A change of the Network is never looked at, and nothing takes them away again. */
export function makeVpc(network: KubeObject, context: WorkflowContext, memory: NetworkMemory): WorkflowStep {
  const uid = network.metadata.uid ?? "";
  const name = specText(network, "vpcID");
  if (memory.seen.has(uid) || network.spec.type !== "mizar" || network.metadata.deletionTimestamp) return NOTHING;
  const ip = rangeFor(context, memory);
  if (ip === undefined) {
    memory.seen.add(uid);
    throw new PermanentFailure("Mizar VPC range exhausted");
  }
  const vpc = { ip, prefix: "16", dividers: 1, status: "Init" };
  // the number of bouncers goes out under the wrong key, and the range is the new one even where the Vpc was there before
  const subnet = { ip, prefix: "18", dividers: 1, vpc: name, status: "Init" };
  return {
    actions: [
      { create: { kind: "Vpc", metadata: { name }, spec: vpc }, unlessThere: true },
      { create: { kind: "Subnet", metadata: { name: `${name}-subnet` }, spec: subnet }, unlessThere: true },
    ],
    remember: () => void memory.seen.add(uid),
    again: context.settings.delayMs,
  };
}

function rangeFor({ settings, world, random }: WorkflowContext, memory: NetworkMemory): string | undefined {
  if (!settings.featureGates[NO_OVERLAP]) return anyRange(random);
  const taken = () => world.owned("Vpc").map((vpc) => specText(vpc, "ip"));
  memory.ranges ??= new VpcRanges(settings.vpcRange[0], settings.vpcRange[1], taken());
  return memory.ranges.take();
}

/** Mizar's own range, which is never given to anybody. */
const MIZAR_A = 20;

/** The ranges A.B.0.0/16 that Arktos gives to VPCs. */
export class VpcRanges {
  private readonly used = new Set<number>();
  private next: number;

  constructor(
    first: number,
    private readonly last: number,
    /** Addresses of the VPCs there are. */
    taken: string[],
  ) {
    this.next = first * 256;
    for (const ip of taken) {
      const [a = 0, b = 0] = ip.split(".").map(Number);
      if (a === MIZAR_A || a < first || a > last) continue;
      this.used.add(a * 256 + b);
      this.next = Math.max(this.next, a * 256 + b + 1);
    }
  }

  /** The one after the highest that was ever used; undefined when there is none left. */
  take(): string | undefined {
    for (;;) {
      if (Math.floor(this.next / 256) === MIZAR_A) this.next += 256;
      if (Math.floor(this.next / 256) > this.last) return undefined;
      const range = this.next++;
      if (this.used.has(range)) continue;
      this.used.add(range);
      return `${Math.floor(range / 256)}.${range % 256}.0.0`;
    }
  }
}

/** Any range: without the feature gate nothing checks whether it is taken. */
export function anyRange(random: Pick<SeededRandom, "hex">): string {
  const a = 11 + (Number.parseInt(random.hex(4), 16) % 89);
  return `${a === MIZAR_A ? MIZAR_A + 1 : a}.${Number.parseInt(random.hex(1), 16)}.0.0`;
}
