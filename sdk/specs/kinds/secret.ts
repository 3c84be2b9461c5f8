import { z } from "zod";
import type { Spec } from "../meta";
import { diagnose, pointer } from "../report";
import { isUnknown, mayBeUnknown, UNKNOWN, type Unknown } from "../unknown";
import type { KindReader } from "./kind";

/** v1 Secret, decoded. Values never appear in a diagnostic. */
export interface Secret extends Spec {
  /** `Opaque` where the manifest gives none, as Kubernetes does. */
  type: string;
  values: Record<string, string | Unknown>;
}

const schema = z.object({
  type: z.string().nullish(),
  data: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
  stringData: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
});

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export const secretReader: KindReader<Secret> = {
  kind: "Secret",
  apiVersions: ["v1"],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const values: Secret["values"] = {};
    for (const [key, encoded] of Object.entries(value.data ?? {})) {
      if (isUnknown(encoded)) values[key] = UNKNOWN;
      else if (BASE64.test(encoded)) values[key] = Buffer.from(encoded, "base64").toString("utf8");
      else report(diagnose("LB1003", base.ref, pointer("data", key), "the value is not base64"));
    }
    return { ...base, type: value.type || "Opaque", values: { ...values, ...value.stringData } };
  },
};
