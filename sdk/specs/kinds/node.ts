import { z } from "zod";
import { mayBeUnknown, type Spec, type Unknown } from "../object";
import type { KindReader } from ".";

/** v1 Node. */
export interface Node extends Spec {
  internalIPs: (string | Unknown)[];
  addresses: { type: string; address: string | Unknown }[];
  /** False only where the node itself says so: a manifest without conditions counts as ready. */
  ready: boolean;
  podCIDR?: string | Unknown;
}

const schema = z.object({
  spec: z.object({ podCIDR: mayBeUnknown(z.string()).nullish(), podCIDRs: z.array(mayBeUnknown(z.string())).nullish() }).nullish(),
  status: z
    .object({
      addresses: z.array(z.object({ type: z.string(), address: mayBeUnknown(z.string()) })).nullish(),
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
    })
    .nullish(),
});

export const nodeReader: KindReader<Node> = {
  kind: "Node",
  apiVersions: ["v1"],
  clusterScoped: true,
  schema,
  build: (base, value: z.infer<typeof schema>) => ({
    ...base,
    internalIPs: (value.status?.addresses ?? []).filter((address) => address.type === "InternalIP").map((address) => address.address),
    addresses: value.status?.addresses ?? [],
    ready: !(value.status?.conditions ?? []).some(({ type, status }) => type === "Ready" && status !== "True"),
    podCIDR: value.spec?.podCIDR || value.spec?.podCIDRs?.[0] || undefined,
  }),
};
