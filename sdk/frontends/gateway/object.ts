import { z } from "zod";
import { diagnose, fieldPath, isRecord, isUnknown, type KindReader, pointer, type Spec, unreadField } from "../../specs";

/** An object of the Gateway API: its spec has the shape of Kubernetes, with what an API server fills in. */
export interface GatewayObject<S> extends Spec {
  /** `metadata.generation`, which conditions name; absent for an object that is not in a cluster. */
  generation?: number;
  spec: S;
}

/** Something about a field that the author of an object should know. An error is a rule of one version of the kind that the object breaks. */
export interface Remark {
  code: "LB1003" | "LB1006";
  severity: "notice" | "warning" | "error";
  at: readonly PropertyKey[];
  /** Goes on after the path of the field. */
  text: string;
  remedy?: string;
}

/** Facts of a kind beyond its schema. */
interface KindFacts<S> extends Pick<KindReader, "clusterScoped" | "asks" | "rejected" | "hosts"> {
  remarks?(spec: S, apiVersion: string): readonly Remark[];
  /** Form of a checked spec that means the same and has fewer cases. Default: the spec itself. */
  plain?(spec: S): S;
}

/** An object that its schema has checked. */
interface ReadValue<S> {
  metadata: { generation?: number | null };
  spec: S;
}

/** Reader of one kind, under all its versions: their fields are the same. */
export function gatewayObjectReader<S extends z.ZodType>(
  kind: string,
  apiVersions: readonly string[],
  spec: S,
  { remarks, plain = (read) => read, ...facts }: KindFacts<z.output<S>> = {},
): KindReader<GatewayObject<z.output<S>>> {
  const schema = z.object({
    status: unreadField,
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

/** The value without fields that are null or undefined, as the API server prunes them before it fills in defaults. Entries of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  // what is no plain mapping means itself: a value that is not known at preview, a number that is read in two ways
  if (!isRecord(value) || isUnknown(value) || !isPlain(value)) return value;
  const given = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(given.map(([name, one]) => [name, withoutNulls(one)]));
}

/** True for a mapping that is no instance of a class, of whatever realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Of a field that only the experimental channel has: requests are answered without it. */
export const experimental = (...at: readonly PropertyKey[]): Remark => ({
  code: "LB1006",
  severity: "warning",
  at,
  text: "is experimental in the Gateway API and is not read",
});
