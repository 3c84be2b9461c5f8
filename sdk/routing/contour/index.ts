import type { Diagnostic } from "../../../kinds/diagnostic";
import { keyOf, type Spec, type SpecSet } from "../../specs";
import type { Claim, HostRules, TcpClaim } from "../claim";
import type { MemberSource } from "../members";
import type { ContourContext } from "./context";
import { ingressRouteClaims } from "./ingress-routes";
import { contourRouteClaims } from "./route-crd";
import { type ContourRules, isOurs } from "./rules";
import type { Verdict } from "./verdicts";

export type { ContourRules } from "./rules";

/** What the front ends of IngressRoute and the Contour Route CRD make of the specs. */
export function contourClaims(
  specs: SpecSet,
  rules: ContourRules,
  target: { hosts: HostRules; members: MemberSource },
  say: (diagnostic: Diagnostic) => void,
): { claims: Claim[]; tcpClaims: TcpClaim[]; judged: { owner: Spec; verdict: Verdict }[] } {
  const said = new Set<string>();
  const ingressRoutes = specs.ingressRoutes.filter((object) => isOurs(object, rules));
  const byName = new Map(ingressRoutes.map((object) => [keyOf(object.ref), object]));
  const cx: ContourContext = {
    specs,
    rules,
    ...target,
    report(diagnostic) {
      const { code, object, pointer, message } = diagnostic;
      const key = [code, object.apiVersion, object.kind, keyOf(object), pointer, message].join("\n");
      if (said.has(key)) return;
      said.add(key);
      say(diagnostic);
    },
    find: (namespace, name) => byName.get(keyOf({ namespace, name })),
  };
  const roots = ingressRouteClaims(cx, ingressRoutes);
  const routes = contourRouteClaims(
    cx,
    specs.contourRoutes.filter((object) => isOurs(object, rules)),
  );
  return { claims: [...roots.claims, ...routes.claims], tcpClaims: roots.tcpClaims, judged: [...roots.judged, ...routes.judged] };
}

/** Whether the object is of a kind that only these front ends read. */
export function isContourKind({ apiVersion, kind }: Spec["ref"]): boolean {
  if (kind === "IngressRoute" || kind === "TLSCertificateDelegation") return true;
  return kind === "Route" && apiVersion.startsWith("contour.heptio.com/");
}
