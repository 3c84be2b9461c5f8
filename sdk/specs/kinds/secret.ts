// Reads Secrets; values never appear in messages.

import { z } from "zod";
import { holdsCertificate, publicPem } from "../../../resources/pem";
import { diagnose } from "../diagnose";
import { ignoredField } from "../ignored";
import { isUnknown, mayBeUnknown, type Spec, UNKNOWN, type Unknown } from "../object";
import { pointer } from "../pointer";
import type { KindReader } from "../read-objects";

/** Texts by key. Fields for certificates contain nothing secret: a private key in one is removed and reported. */
export interface PublicTexts {
  readonly values: Readonly<Record<string, string | Unknown>>;
  /** Keys for certificates that contained a private key. */
  readonly keysIn: readonly string[];
}

/** v1 Secret, decoded. Values never appear in a diagnostic. */
export interface Secret extends Spec, PublicTexts {
  /** `Opaque` by default, as in Kubernetes. */
  type: string;
}

/** Fields for public certificates, with the field for their private keys. */
export const CERTIFICATE_FIELDS = { "tls.crt": "tls.key", "ca.crt": undefined, "alt.crt": "alt.key" } as const;

const isCertificateField = (key: string): key is keyof typeof CERTIFICATE_FIELDS => Object.hasOwn(CERTIFICATE_FIELDS, key);

/** Usable texts of a Secret or ConfigMap. */
export function publicTexts(values: Readonly<Record<string, string | Unknown>>): PublicTexts {
  const keysIn: string[] = [];
  const used = Object.entries(values).map(([key, value]) => {
    if (!isCertificateField(key) || isUnknown(value)) return [key, value] as const;
    const { text, holdsKey } = publicPem(value);
    if (holdsKey) keysIn.push(key);
    return [key, text] as const;
  });
  return { values: Object.fromEntries(used), keysIn };
}

/** `tls.crt of Secret shop/web holds a private key`, or that the two fields are swapped; undefined if there is none. */
export function keyInField({ values, keysIn }: PublicTexts, field: keyof typeof CERTIFICATE_FIELDS, source: string): string | undefined {
  if (!keysIn.includes(field)) return undefined;
  const partner = CERTIFICATE_FIELDS[field];
  const beside = partner === undefined ? undefined : values[partner];
  if (values[field] === "" && !isUnknown(beside) && beside !== undefined && holdsCertificate(beside))
    return `${field} and ${partner} of ${source} are swapped: ${field} holds a private key`;
  return `${field} of ${source} holds a private key${values[field] === "" ? " and no certificate" : ""}`;
}

const secretSchema = z.object({
  immutable: ignoredField,
  type: z.string().nullish(),
  data: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
  stringData: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
});

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export const secretReader: KindReader<Secret> = {
  kind: "Secret",
  apiVersions: ["v1"],
  schema: secretSchema,
  build(base, value: z.infer<typeof secretSchema>, report) {
    const values: Record<string, string | Unknown> = {};
    for (const [key, encoded] of Object.entries(value.data ?? {})) {
      if (isUnknown(encoded)) values[key] = UNKNOWN;
      else if (BASE64.test(encoded)) values[key] = Buffer.from(encoded, "base64").toString("utf8");
      else
        report(
          diagnose("LB1003", base.ref, pointer("data", key), "the value is not base64", { remedy: "Encode it, or move it to stringData." }),
        );
    }
    return { ...base, type: value.type || "Opaque", ...publicTexts({ ...values, ...value.stringData }) };
  },
};
