// Reads ConfigMaps with certificates of authorities.

import { z } from "zod";
import { ignoredField } from "../ignored";
import { isRecord, isUnknown, type Spec } from "../object";
import type { KindReader } from "../read-objects";
import { type PublicTexts, publicTexts } from "./secret";

/** v1 ConfigMap, for the certificates of authorities that Gateways and BackendTLSPolicies refer to. */
export interface ConfigMap extends Spec, PublicTexts {}

// most ConfigMaps of a cluster are unrelated, so none is validated
const schema = z.looseObject({ data: ignoredField, binaryData: ignoredField, immutable: ignoredField });

/** Reads ConfigMaps. */
export const configMapReader: KindReader<ConfigMap> = {
  kind: "ConfigMap",
  apiVersions: ["v1"],
  schema,
  build(base, { data }: z.infer<typeof schema>) {
    const values = Object.entries(isRecord(data) ? data : {}).flatMap(([key, value]) =>
      typeof value === "string" || isUnknown(value) ? [[key, value] as const] : [],
    );
    return { ...base, ...publicTexts(Object.fromEntries(values)) };
  },
};
