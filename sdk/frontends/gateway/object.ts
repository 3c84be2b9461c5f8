// Makes the reader of a kind of Gateway API, for all versions of the kind.

import { z } from "zod";
import { diagnose, fieldPath, ignoredField, isRecord, isUnknown, type KindReader, pointer, type Spec } from "../../specs";

/** An object of Gateway API; its spec includes the defaults of an API server. */
export interface GatewayObject<S> extends Spec {
  /** `metadata.generation`, for conditions; absent for an object that is not in a cluster. */
  generation?: number;
  spec: S;
}

/** A remark about a field. An error is a rule of one API version that the object breaks. */
export interface Remark {
  code: "LB1003" | "LB1006";
  severity: "notice" | "warning" | "error";
  at: readonly PropertyKey[];
  /** Continues the path of the field. */
  text: string;
  remedy?: string;
}

/** Facts about a kind beyond its schema. */
interface KindFacts<S> extends Pick<KindReader, "clusterScoped" | "asks" | "rejected" | "hosts"> {
  remarks?(spec: S, apiVersion: string): readonly Remark[];
  /** Normalises a valid spec to a simpler equivalent. Default: unchanged. */
  plain?(spec: S): S;
}

/** An object that passed its schema. */
interface ReadValue<S> {
  metadata: { generation?: number | null };
  spec: S;
}

/** Reader of a kind in all its versions, whose fields are the same. */
export function gatewayObjectReader<S extends z.ZodType>(
  kind: string,
  apiVersions: readonly string[],
  spec: S,
  { remarks, plain = (read) => read, ...facts }: KindFacts<z.output<S>> = {},
): KindReader<GatewayObject<z.output<S>>> {
  const schema = z.object({
    status: ignoredField,
    metadata: z.looseObject({ generation: z.number().int().nullish() }),
    spec: z.preprocess(withoutNulls, spec),
  });
  return {
    kind,
    apiVersions,
    ...facts,
    schema,
    build(base, { metadata, spec: read }: ReadValue<z.output<S>>, report) {
      for (const { code, at, text, ...more } of remarks?.(read, base.ref.apiVersion) ?? []) {
        const where = ["spec", ...at];
        report(diagnose(code, base.ref, pointer(...where), `${fieldPath(where)} ${text}`, more));
      }
      const { generation } = metadata;
      return { ...base, ...(generation === undefined || generation === null ? {} : { generation }), spec: plain(read) };
    },
  };
}

/** The value without fields that are null or undefined, which the API server prunes before it fills in defaults. Entries of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  // class instances stay: unknown values, ambiguous numbers
  if (!isRecord(value) || isUnknown(value) || !isPlain(value)) return value;
  const present = Object.entries(value).filter(([, fieldValue]) => fieldValue !== null && fieldValue !== undefined);
  return Object.fromEntries(present.map(([name, fieldValue]) => [name, withoutNulls(fieldValue)]));
}

/** True for a plain mapping, of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Remark about a field of the experimental channel: requests are answered without it. */
export const experimental = (...at: readonly PropertyKey[]): Remark => ({
  code: "LB1006",
  severity: "warning",
  at,
  text: "is experimental in the Gateway API and is not read",
});
