// Finds the host names in objects: by the fields of their kind and by annotations. Claims are checked for these names.

import { isRecord } from "./object";
import { pointer } from "./pointer";

/** A field that names hosts. */
export interface HostField {
  /** `spec.tls[].hosts[]`, where `[]` is every entry of a list. */
  path: string;
  /** If others claim the name, the whole object is refused. Default: only the rule with the name. */
  whole?: true;
  /** A rule without the name matches every host; `present`: the field itself is a rule for every host. */
  everyHost?: "absent" | "present";
  /** Path of the field with the match type of the name, as AKO's `fqdnType`. Default: the name is one host. */
  type?: string;
}

/** Annotations that add host names to objects of any kind, separated by commas: external-dns and ingress-nginx read them. */
export const HOST_ANNOTATIONS = [
  "external-dns.alpha.kubernetes.io/hostname",
  "external-dns.alpha.kubernetes.io/internal-hostname",
  "nginx.ingress.kubernetes.io/server-alias",
] as const;

/** A host name in an object. */
export interface HostName {
  /** In lower case, without trailing dot. */
  host: string;
  /** JSON pointer. */
  at: string;
  whole: boolean;
  /** Match type, if it may match more than one host. */
  type?: HostNameType;
}

/** Hosts that end with the name after its asterisk, hosts that contain the name, or all hosts of a shared virtual service. */
export const HOST_NAME_TYPES = ["Wildcard", "Contains", "Shared"] as const;

/** A match type; the first two are AKO's terms. */
export type HostNameType = (typeof HOST_NAME_TYPES)[number];

/** Part of the names of AKO's shared virtual services, in lower case. */
export const SHARED_NAME = "--shared-l7-";

/** Host names in an object of a kind. */
export function hostNamesIn(fields: readonly HostField[], value: Record<string, unknown>): HostName[] {
  const { annotations } = isRecord(value.metadata) ? value.metadata : {};
  const annotated = HOST_ANNOTATIONS.flatMap((name) => {
    const text = isRecord(annotations) ? annotations[name] : undefined;
    const names = typeof text === "string" ? text.split(",") : [];
    return names.map((one) => ({ text: one, at: pointer("metadata", "annotations", name), whole: true }));
  });
  const named = fields.flatMap(({ path, whole = false, type }) => {
    const [typed] = type === undefined ? [] : placesOf(value, stepsOf(type));
    return placesOf(value, stepsOf(path)).map(({ text, at }) => {
      const isShared = type !== undefined && text.toLowerCase().includes(SHARED_NAME);
      return { text, at: pointer(...at), whole, type: isShared ? "Shared" : typed?.text };
    });
  });
  return [...named, ...annotated].flatMap(({ text, type: word, ...name }: { text: string; at: string; whole: boolean; type?: string }) => {
    const host = text.trim().toLowerCase().replace(/\.$/, "");
    const type = HOST_NAME_TYPES.find((one) => one === word);
    return host === "" ? [] : [{ ...name, host, ...(type ? { type } : {}) }];
  });
}

/** `["spec", "tls", "[]", "hosts", "[]"]`. */
const stepsOf = (path: string): string[] => path.replaceAll("[]", ".[]").split(".");

/** Texts at a path, with their pointers. */
function placesOf(value: unknown, [step, ...rest]: readonly string[]): { text: string; at: (string | number)[] }[] {
  if (step === undefined) return typeof value === "string" ? [{ text: value, at: [] }] : [];
  const below: [string | number, unknown][] =
    step === "[]" ? (Array.isArray(value) ? [...value.entries()] : []) : isRecord(value) ? [[step, value[step]]] : [];
  return below.flatMap(([key, one]) => placesOf(one, rest).map(({ text, at }) => ({ text, at: [key, ...at] })));
}
