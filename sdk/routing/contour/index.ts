import type { Diagnostic } from "../../../kinds/diagnostic";
import { keyOf, type Spec, type SpecSet } from "../../specs";
import type { HostRules } from "../front-end";
import type { MemberSource } from "../members";
import { type ContourContext, type ContourRules, type FrontEndResult, isOfOurClass } from "./context";
import { ingressRouteCandidates } from "./ingress-routes";
import { contourRouteCandidates } from "./route-crd";

export type { ContourRules } from "./context";

/** What the front ends of IngressRoute and the Contour Route CRD make of the specs. */
export function contourCandidates(
  specs: SpecSet,
  rules: ContourRules,
  target: { hosts: HostRules; members: MemberSource },
  report: (diagnostic: Diagnostic) => void,
): FrontEndResult {
  const ingressRoutes = specs.ingressRoutes.filter((object) => isOfOurClass(object, rules));
  const contourRoutes = specs.contourRoutes.filter((object) => isOfOurClass(object, rules));
  const byName = new Map(ingressRoutes.map((object) => [keyOf(object.ref), object]));
  const cx: ContourContext = { specs, rules, ...target, report, find: (namespace, name) => byName.get(keyOf({ namespace, name })) };
  const [first, second] = [ingressRouteCandidates(cx, ingressRoutes), contourRouteCandidates(cx, contourRoutes)];
  return { candidates: [...first.candidates, ...second.candidates], judged: [...first.judged, ...second.judged] };
}

/** Whether the object is of a kind that only these front ends read. */
export function isContourKind({ apiVersion, kind }: Spec["ref"]): boolean {
  if (kind === "IngressRoute" || kind === "TLSCertificateDelegation") return true;
  return kind === "Route" && apiVersion.startsWith("contour.heptio.com/");
}
