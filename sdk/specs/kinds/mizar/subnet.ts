import { z } from "zod";
import type { Spec } from "../../meta";
import type { KindReader } from "../kind";
import { blockFields, count, TENANT_NAMES, textOf } from "./block";

/** mizar.com/v1 Subnet. */
export interface Subnet extends Spec {
  vpc?: string;
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const schema = z.object({ spec: z.looseObject({ ...blockFields, vpc: z.string().nullish(), bouncers: count }).nullish() });

export const subnetReader: KindReader<Subnet> = {
  kind: "Subnet",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema,
  build: (base, { spec }: z.infer<typeof schema>) => ({
    ...base,
    vpc: textOf(spec?.vpc),
    ip: textOf(spec?.ip),
    prefix: textOf(spec?.prefix),
    spec: spec ?? {},
  }),
};
