import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose, pointer } from "./report";

/** Annotations of tools that manage the object itself and say nothing about load balancing. */
const NEUTRAL = [
  /^kubectl\.kubernetes\.io\//,
  /^(meta|helm)\.helm\.sh\//,
  /^pulumi\.com\//,
  /^argocd\.argoproj\.io\//,
  /^kustomize\.toolkit\.fluxcd\.io\//,
  /^openshift\.io\/(host\.generated|generated-by)$/,
  /^app\.kubernetes\.io\//,
  /^endpoints\.kubernetes\.io\//,
  /^field\.cattle\.io\//,
  // what AKO writes for itself
  /^ako\.vmware\.com\/(controller-cluster-uuid|host-fqdn-vs-uuid-map|tenant-name|project-name)$/,
];

/** What AKO does for its annotations. The generation that we follow has none of them, but who writes one counts on it. */
const OF_AKO: Readonly<Record<string, string>> = {
  "passthrough.ako.vmware.com/enabled": "TLS would end at the servers; use an OpenShift Route with termination passthrough",
  "ako.vmware.com/enable-shared-vip": "Services would share one address; each has one of its own",
  "ako.vmware.com/load-balancer-ip": "the address would be this one; it is any of the network",
  "aviinfrasetting.ako.vmware.com/name": "networks, service engines and shards would be those of the AviInfraSetting; use settings",
  "ako.vmware.com/l4rule": "the L4Rule would change the virtual service; change it on the controller",
  "ako.vmware.com/application-profile": "the application profile would be this one; it is System-L4-Application",
  "ako.vmware.com/enable-tls": "hosts would be served on TLS with a default certificate; name a Secret in spec.tls",
  "ako.vmware.com/disable-traffic": "the virtual service would take no traffic; it takes it",
  "skipnodeport.ako.vmware.com/enabled": "nodes would be chosen otherwise; every selected node is a server",
};
const AKO = /^([^/]+\.)?ako\.vmware\.com\//;

/** A notice for every annotation that nobody reads; a warning where it is one of AKO's. */
export function ignoredAnnotations(ref: ObjectRef, annotations: Record<string, string>, used: readonly string[] = []): Diagnostic[] {
  return Object.keys(annotations)
    .filter((name) => !used.includes(name) && !NEUTRAL.some((pattern) => pattern.test(name)))
    .map((name) => {
      const at = pointer("metadata", "annotations", name);
      if (!AKO.test(name)) return diagnose("LB1007", ref, at, `the annotation ${name} is not used`);
      const [otherwise, remedy] = (OF_AKO[name] ?? "what it asks for is not done").split("; ");
      const message = `the annotation ${name} of AKO is not supported: ${otherwise}`;
      return diagnose("LB1310", ref, at, message, remedy ? { remedy: `Here ${remedy}.` } : {});
    });
}

/** A warning for every field of `value` that is not among the known ones. */
export function ignoredFields(ref: ObjectRef, value: unknown, known: readonly string[], ...at: (string | number)[]): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => diagnose("LB1006", ref, pointer(...at, name), `the field ${name} is not known and not used`));
}
