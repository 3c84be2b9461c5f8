import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose } from "./report";

/** A kind that is read, under each of its API versions. */
export interface KnownKind {
  kind: string;
  apiVersions: readonly string[];
}

/** What AKO does with its own objects; the generation that we follow has none of them (ako.md 4.1). */
const OF_AKO: Readonly<Record<string, string>> = {
  HostRule: "certificates, policies and profiles of a host",
  HTTPRule: "algorithms, monitors and TLS to the servers of a path",
  AviInfraSetting: "networks, service engines and shards",
  L4Rule: "properties of the virtual service of a Service",
  L7Rule: "properties of the virtual service of a host",
  SSORule: "single sign-on of a host",
};

/**
 * What is to be said about an object that nobody reads: a notice, and a warning where its author most likely counts on it: an
 * object of AKO, a slip in the kind, an API version that we do not know.
 *
 * @param by who reads, where not every kind of load balancing is meant
 */
export function unread(ref: ObjectRef, known: readonly KnownKind[], by?: string): Diagnostic {
  const { apiVersion, kind } = ref;
  const [group = ""] = apiVersion.split("/");
  if (!by && group.endsWith("ako.vmware.com")) {
    const message = `${kind} of AKO is not supported: ${OF_AKO[kind] ?? "what it says"} stay as they are without it`;
    return diagnose("LB1311", ref, "", message, { remedy: "Make these changes by settings, or on the controller." });
  }
  const message = `${apiVersion} ${kind} is not read${by ? ` by ${by}` : " for load balancing"}`;
  const versions = known.filter((one) => one.kind === kind).flatMap(({ apiVersions }) => apiVersions);
  if (versions.some((version) => group === groupOf(version)) || (versions.length > 0 && !group.includes("."))) {
    const remedy = `Use ${versions.join(" or ")}.`;
    return diagnose("LB1005", ref, "/apiVersion", `${message}: the API version is not known`, { severity: "warning", remedy });
  }
  const meant = versions.length > 0 ? undefined : nearest(kind, [...new Set(known.map((one) => one.kind))]);
  if (meant === undefined) return diagnose("LB1005", ref, "", message);
  return diagnose("LB1005", ref, "/kind", message, { severity: "warning", remedy: `Write ${meant}, if that is meant.` });
}

const groupOf = (apiVersion: string) => apiVersion.split("/")[0]!;

/** The word among the known ones that the given one is a slip of: other capitals, or up to two letters wrong, missing or too many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");
  const [first] = known
    .map((candidate) => ({ candidate, far: distance(plain(word), plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length < 6 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}

/** Levenshtein's distance; 3 for anything that is clearly further. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1]));
    row = next;
  }
  return row[b.length]!;
}
