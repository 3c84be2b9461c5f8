import { isRecord } from "./object";
import { pointer } from "./pointer";

/** Names of hosts in objects: the places of a kind that hold them, and the names in one object. Claims are held to them. */

/** Place of a kind that names hosts. */
export interface HostField {
  /** `spec.tls[].hosts[]`, where `[]` is every entry of a list. */
  path: string;
  /** A name that others claim refuses the whole object. Default: the rule for that name alone. */
  whole?: true;
  /** A rule without the name is for every host; `present`: the field itself is a rule for every host. */
  everyHost?: "absent" | "present";
  /** Path of the field that says which hosts the name matches, as AKO's `fqdnType`. Default: the name is one host. */
  type?: string;
}

/** Annotations that give an object of any kind further names, with commas between: external-dns and ingress-nginx read them. */
export const HOST_ANNOTATIONS = [
  "external-dns.alpha.kubernetes.io/hostname",
  "external-dns.alpha.kubernetes.io/internal-hostname",
  "nginx.ingress.kubernetes.io/server-alias",
] as const;

/** Name of a host in an object. */
export interface HostName {
  /** In lower case, without a dot at the end. */
  host: string;
  /** JSON pointer. */
  at: string;
  whole: boolean;
  /** Way in which it matches hosts, if it is more than one name. */
  type?: HostNameType;
}

/** Every host that ends with the name behind its asterisk, every host that contains the name, or whatever hosts a shared virtual service has. */
export const HOST_NAME_TYPES = ["Wildcard", "Contains", "Shared"] as const;

/** One of them. The first two are AKO's words. */
export type HostNameType = (typeof HOST_NAME_TYPES)[number];

/** Part of the names that AKO gives its shared virtual services, in lower case. */
export const SHARED_NAME = "--shared-l7-";

/** The names of hosts in an object of a kind. */
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

/** Texts to which a path leads, and where they are. */
function placesOf(value: unknown, [step, ...rest]: readonly string[]): { text: string; at: (string | number)[] }[] {
  if (step === undefined) return typeof value === "string" ? [{ text: value, at: [] }] : [];
  const below: [string | number, unknown][] =
    step === "[]" ? (Array.isArray(value) ? [...value.entries()] : []) : isRecord(value) ? [[step, value[step]]] : [];
  return below.flatMap(([key, one]) => placesOf(one, rest).map(({ text, at }) => ({ text, at: [key, ...at] })));
}
