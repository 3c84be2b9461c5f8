import { asArray, asObject, type JsonObject, text } from "../../../shared/json";
import type { Cluster } from "../../cluster";
import { forbidden } from "../../errors/status";
import { keyOf, mapOf, metaOf, nameOf } from "../../resources/meta";

const LABEL = "arktos.futurewei.com/network";
const NETWORKS = "networks.arktos.futurewei.com";

/**
 * Arktos: from where a Service of a Network gets its address. Undefined: not from the server, because somebody outside gives it.
 *
 * @throws StatusError 403 when the Network that its label names is not there, or has no range
 */
export function rangeFor(cluster: Cluster, service: JsonObject): string | undefined {
  if (!cluster.arktos) return cluster.settings.serviceCidr;
  const tenant = text(metaOf(service).tenant);
  const name = mapOf(service, "labels")[LABEL] || "default";
  const network = cluster.store.get(NETWORKS, keyOf(tenant, "", name));
  const refuse = (why: string) => forbidden({ group: "", kind: "services", name: nameOf(service) }, why);
  if (!network) {
    if (name === "default") return cluster.settings.serviceCidr;
    throw refuse(`network ${name} of tenant ${tenant} not found`);
  }
  const { ipam, cidrs } = asObject(asObject(network.spec).service);
  if (ipam === "External") return undefined;
  if (!cluster.featureGates.PerNetworkServiceIPAlloc) return cluster.settings.serviceCidr;
  const [range] = asArray(cidrs);
  if (range === undefined) throw refuse(`no service cidr found for network ${name} of tenant ${tenant}`);
  return text(range);
}
