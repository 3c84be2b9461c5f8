import { z } from "zod";
import type { Spec } from "../../meta";
import type { KindReader } from "../kind";
import { blockFields, count, TENANT_NAMES, textOf } from "./block";

/** mizar.com/v1 Vpc. Its state stands in `spec.status`. */
export interface Vpc extends Spec {
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const schema = z.object({ spec: z.looseObject({ ...blockFields, dividers: count }).nullish() });

export const vpcReader: KindReader<Vpc> = {
  kind: "Vpc",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema,
  build: (base, { spec }: z.infer<typeof schema>) => ({
    ...base,
    ip: textOf(spec?.ip),
    prefix: textOf(spec?.prefix),
    spec: spec ?? {},
  }),
};
