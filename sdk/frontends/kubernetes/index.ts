// Front end for Ingresses.

import type { FrontEnd, FrontEndReading, RequestedRoutes, Resolution } from "../../routing/front-end";
import { CLUSTER_WIDE, diagnose, ignoredAnnotations, keyOf, objectsOf, resourceType } from "../../specs";
import { defaultBackendOf, ingressCandidates } from "./ingress";
import { type ClassRules, isOfOurClass } from "./ingress-class";
import { ingressClassReader, parametersNotRead } from "./ingress-class-reader";
import { INGRESS_CLASS_ANNOTATION, type Ingress, ingressReader } from "./ingress-reader";
import type { IngressTls } from "./ingress-tls";

/** Ingress and IngressClass of Kubernetes. */
export const kubernetes = {
  name: "kubernetes",
  kinds: [ingressReader, ingressClassReader],
  sources: [
    {
      kind: "Ingress",
      types: [
        resourceType("networking.k8s.io", "v1", "ingresses", "Ingress"),
        resourceType("networking.k8s.io", "v1beta1", "ingresses", "Ingress"),
        resourceType("extensions", "v1beta1", "ingresses", "Ingress"),
      ],
      selectable: true,
      endsAtOnce: true,
      status: "subresource",
    },
    {
      kind: "IngressClass",
      types: ["v1", "v1beta1"].map((version) => resourceType("networking.k8s.io", version, "ingressclasses", "IngressClass", CLUSTER_WIDE)),
    },
  ],
} as const satisfies FrontEnd;

/** Settings of a target for Ingresses. */
export interface IngressRules {
  classes: ClassRules;
  /** Annotations of an Ingress that the target reads, besides its class. Default none. */
  annotations?: readonly string[];
  /** TLS settings in annotations. Default: none. */
  tls?: IngressTls;
  /** True if the target serves requests without a matching rule. Default: false, and each default backend is reported. */
  defaultBackends?: boolean;
  /** True if the target reads the AviInfraSetting of a class. Default: false, and each is reported. */
  infraSettings?: boolean;
}

/** Reads Ingresses of our class; others get neither routes nor a status. */
export function readIngresses(rules: IngressRules): FrontEndReading {
  return { kinds: kubernetes.kinds, candidates: (resolution) => candidatesOf(resolution, rules) };
}

function candidatesOf(resolution: Resolution, rules: IngressRules): RequestedRoutes {
  const { specs, reportTo } = resolution;
  if (!rules.infraSettings) reportInfraSettings(resolution);
  const requested: Required<Pick<RequestedRoutes, "candidates" | "defaults">> = { candidates: [], defaults: [] };
  const others: Ingress[] = [];
  for (const ingress of objectsOf(specs, ingressReader)) {
    const { ref, meta, defaultBackend } = ingress;
    if (!isOfOurClass(ingress, specs, rules.classes, (diagnostic) => reportTo(ref, diagnostic))) {
      others.push(ingress);
      continue;
    }
    if (resolution.isRefused(ingress)) continue;
    const cx = resolution.open(ingress);
    ignoredAnnotations(ref, meta.annotations, [INGRESS_CLASS_ANNOTATION, ...(rules.annotations ?? [])]).forEach(cx.report);
    requested.candidates.push(...ingressCandidates(ingress, cx, rules));
    if (rules.defaultBackends) requested.defaults.push(...defaultBackendOf(ingress, cx));
    else if (defaultBackend) {
      const remedy = "Give the backend a rule with a host.";
      cx.report(diagnose("LB1006", ref, defaultBackend.pointer, "the default backend is not used", { remedy }));
    }
  }
  reportOthers(others, resolution);
  return requested;
}

function reportInfraSettings({ specs, report }: Resolution): void {
  for (const { ref, infraSetting } of objectsOf(specs, ingressClassReader)) {
    if (infraSetting) report(parametersNotRead(ref, `AviInfraSetting ${infraSetting}`));
  }
}

/** Limit of named Ingresses of other classes. */
const NAMED = 3;

/** Names Ingresses of other classes, so that a misspelt class is noticed. */
function reportOthers(others: readonly Ingress[], { report }: Resolution): void {
  const [first] = others;
  if (!first) return;
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  const named = others.slice(0, NAMED).map(({ ref }) => keyOf(ref));
  const are = others.length === 1 ? "1 Ingress of another class is ignored" : `${others.length} Ingresses of other classes are ignored`;
  report(diagnose("LB1212", first.ref, "", `${are}: ${named.join(", ")}${more}`));
}
