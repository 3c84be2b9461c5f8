import { z } from "zod";
import type { Spec } from "../../meta";
import { isUnknown, mayBeUnknown } from "../../unknown";
import type { KindReader } from "../kind";

/** v1 Pod, as far as its place in a network goes: labels and annotations say where it wants to be, the status where it is. */
export interface Pod extends Spec {
  hostNetwork: boolean;
  /** Addresses it has. */
  addresses: string[];
}

const address = mayBeUnknown(z.string()).nullish();

const schema = z.object({
  spec: z.object({ hostNetwork: z.boolean().nullish() }).nullish(),
  status: z.object({ podIP: address, podIPs: z.array(z.object({ ip: address })).nullish() }).nullish(),
});

export const podReader: KindReader<Pod> = {
  kind: "Pod",
  apiVersions: ["v1"],
  schema,
  build(base, { spec, status }: z.infer<typeof schema>) {
    const given = [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)];
    const addresses = given.filter((ip): ip is string => Boolean(ip) && !isUnknown(ip));
    return { ...base, hostNetwork: spec?.hostNetwork ?? false, addresses: [...new Set(addresses)] };
  },
};
