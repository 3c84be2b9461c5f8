import { text } from "../../shared/json";
import { type KubeObject, specText } from "../api/object";
import type { Action } from "../api/world";
import { type Context, NOTHING, type Step } from "../workflows/workflow";
import { dnsServiceOf, wellKnown } from "./dns";

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
