import type { Network, Spec, Subnet, Vpc } from "../specs";
import type { KubernetesBody } from "./plan";

/** A Network as it would be; its tenant is the one it belongs to, be it from the settings. */
export function networkBody(network: Network, tenant: string): KubernetesBody {
  return body(network, { ...(tenant ? { tenant } : {}) }, network.spec);
}

/** A Vpc or Subnet as it would be: the operator reacts to `spec.status: Init` only, so a new one needs it (mizar.md 2.2). */
export function rangeBody(object: Vpc | Subnet): KubernetesBody {
  const { tenant, namespace } = object.ref;
  const counted = object.ref.kind === "Vpc" ? "dividers" : "bouncers";
  return body(object, { ...(tenant ? { tenant } : {}), namespace }, { [counted]: 1, ...object.spec, status: object.spec.status || "Init" });
}

/** Without what the server or the operator writes. */
function body({ ref, meta }: Spec, identity: Record<string, string>, spec: Record<string, unknown>): KubernetesBody {
  const annotations = Object.entries(meta.annotations).filter(([name]) => !/^(kopf\.zalando\.org|kubectl\.kubernetes\.io)\//.test(name));
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    metadata: {
      name: ref.name,
      ...identity,
      ...(Object.keys(meta.labels).length > 0 ? { labels: meta.labels } : {}),
      ...(annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {}),
    },
    spec,
  };
}
