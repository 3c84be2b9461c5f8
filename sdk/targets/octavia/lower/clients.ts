// Reads the annotations that restrict the clients of an Ingress or Route.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { diagnose, isAddress, isRange, listedNetworks, NETWORK_ANNOTATIONS, pointer, restrictionsIn, type Spec } from "../../../specs";
import { clearedNetwork } from "./source-ranges";

/** The annotation of the octavia-ingress-controller for hosts without a floating IP. */
export const INTERNAL_ANNOTATION = "octavia.ingress.kubernetes.io/internal";

/** Annotations of Ingresses and Routes that are applied here. */
export const CLIENT_ANNOTATIONS: readonly string[] = [INTERNAL_ANNOTATION, ...NETWORK_ANNOTATIONS];

/** Kinds whose annotations are applied. */
const KINDS: readonly string[] = ["networking.k8s.io Ingress", "extensions Ingress", "route.openshift.io Route", "v1 Route"];

const isApplied = ({ ref }: Spec) => KINDS.includes(`${ref.apiVersion.split("/")[0]} ${ref.kind}`);

/** The words that the octavia-ingress-controller reads as no; any other one restricts. */
const NO = /^(false|f|0|)$/i;
const YES = /^(true|t|1)$/i;

/** True if the hosts of the object are for the inside alone. */
export function isInternal(owner: Spec): boolean {
  const value = owner.meta.annotations[INTERNAL_ANNOTATION]?.trim();
  return value !== undefined && isApplied(owner) && !NO.test(value);
}

/** Networks that an annotation of the object lets in. */
export interface Clients {
  annotation: string;
  controller: string;
  /** Sorted, with their host bits cleared. */
  ranges: string[];
}

/** The networks of each annotation that names some, that of the octavia-ingress-controller first. */
export function clientsOf(owner: Spec): Clients[] {
  if (!isApplied(owner)) return [];
  return restrictionsIn(owner.meta.annotations)
    .filter(({ networks }) => networks)
    .flatMap(({ names, controller }) => names.map((annotation) => ({ annotation, controller, ranges: rangesIn(owner, annotation) })))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

const isOwn = ({ annotation }: Clients) => annotation.startsWith("octavia.");

const rangesIn = ({ meta }: Spec, annotation: string) => rangesOf(meta.annotations[annotation] ?? "");

const rangesOf = (value: string) => [...new Set(listedNetworks(value).map((one) => clearedNetwork(asRange(one))))].sort();

/** A plain address is a network of one. */
const asRange = (text: string) => (isAddress(text) ? `${text}/${text.includes(":") ? 128 : 32}` : text);

/** Reason why nothing of an Ingress or Route is served: with a list that cannot be read, it would be served to the wrong clients. */
export function unreadableClients(owner: Spec): Diagnostic | undefined {
  if (!isApplied(owner)) return undefined;
  const lists = restrictionsIn(owner.meta.annotations).filter(({ networks }) => networks);
  for (const name of lists.flatMap(({ names }) => names)) {
    const wrong = listedNetworks(owner.meta.annotations[name] ?? "").find((one) => !isRange(asRange(one)));
    if (wrong === undefined) continue;
    const at = pointer("metadata", "annotations", name);
    return diagnose("LB1407", owner.ref, at, `${wrong} is not a network; nothing of the object is served`, { severity: "error" });
  }
  return undefined;
}

/** A value of the annotation that is neither yes nor no. */
export function unclearInternal({ ref, meta }: Spec): Diagnostic[] {
  const value = meta.annotations[INTERNAL_ANNOTATION]?.trim();
  if (value === undefined || YES.test(value) || NO.test(value)) return [];
  const at = pointer("metadata", "annotations", INTERNAL_ANNOTATION);
  return [diagnose("LB1403", ref, at, `${JSON.stringify(value)} is not true or false; true is used`)];
}
