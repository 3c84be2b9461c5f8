import { asArray, asObject, text } from "../../shared/json";
import type { KubeObject } from "../api/object";
import { TemporaryFailure } from "../engine/failures";
import { serviceEndpointName } from "./service";
import { type Context, NOTHING, type Step } from "./workflow";

const PROTOCOLS: { [name: string]: number } = { TCP: 6, UDP: 17 };

/** The ready addresses of a Service become the backends of its scaled endpoint, which its bouncers learn; all of it in memory only. */
export function endpointsUpdate(endpoints: KubeObject, { world, memory }: Context): Step {
  const subsets = asArray(endpoints.subsets).map(asObject);
  const name = serviceEndpointName(endpoints);
  const scaled = world.own("Endpoint", name);
  if (subsets.length === 0 || scaled?.spec.type !== "scaled") return NOTHING;
  if (!world.provisioned("Bouncer").some(({ spec }) => spec.net === scaled.spec.net)) {
    throw new TemporaryFailure(`Task: k8sEndpointsUpdate Endpoint: ${name} bouncers not yet provisioned.`);
  }
  const addresses = subsets.flatMap((subset) => asArray(subset.addresses).map((address) => text(asObject(address).ip)));
  const { name: serviceName, namespace, tenant } = endpoints.metadata;
  const service = world.find({ kind: "Service", name: serviceName, namespace, tenant });
  const ports = asArray(service?.spec.ports).map((written) => {
    const { port, protocol = "TCP", targetPort = port } = asObject(written);
    return `${text(port)},${PROTOCOLS[text(protocol)] ?? 0} -> ${text(targetPort)}`;
  });
  memory.backends.set(name, { addresses: [...new Set(addresses)], ports });
  return NOTHING;
}
