// AKO judges rules in every namespace, and a HostRule counts for its host wherever it is: ours left those out that are in a namespace which
// the settings exclude, so that they had no state and the host lost what they say.
import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingressV1, secret, served } from "../../support/manifests";

const namespace = (name: string, labels: object) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } });
const avi = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi" },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const rule = (kind: string, spec: object) => ({
  apiVersion: `ako.vmware.com/${kind[0] === "L" ? "v1alpha2" : "v1beta1"}`,
  kind,
  metadata: { name: "r", namespace: "rules" },
  spec,
});
const rules = [
  rule("HostRule", { virtualhost: { fqdn: "a.com", wafPolicy: "System-WAF-Policy" } }),
  rule("HTTPRule", { fqdn: "a.com", paths: [{ target: "/" }] }),
  rule("L4Rule", { loadBalancerIP: "none" }),
  rule("L7Rule", {}),
];
const ingressIn = (space: string, host: string) => [
  ...served("web", 1, space),
  secret("cert", "CERT", "KEY", space),
  ingressV1("in", [{ host, path: "/", service: "web" }], { namespace: space, className: "avi", tls: [host] }),
];

it.each([{ namespaceSelector: { labelKey: "lb", labelValue: "yes" } }, { blockedNamespaceList: ["rules"] }])("%o", (excluded) => {
  const spaces = [namespace("apps", { lb: "yes" }), namespace("rules", { lb: "no" })];
  const given = [avi, ...spaces, ...ingressIn("apps", "a.com"), ...ingressIn("rules", "b.com"), ...rules];
  const plan = translateToAvi(readSpecs(given.map((value) => ({ value }))), { settings: { naming: "ako-2", ...excluded } });
  expect(plan.statuses.map(({ object, state }) => [object.kind, object.namespace, state])).toEqual([
    ["HTTPRule", "rules", "Accepted"],
    ["HostRule", "rules", "Accepted"],
    ["Ingress", "apps", "ready"],
    ["L4Rule", "rules", "Rejected"],
    ["L7Rule", "rules", "Accepted"],
  ]);
  const child = aviObjects(plan).objects.virtualservice?.find(({ type }) => type === "VS_TYPE_VH_CHILD");
  expect(child).toMatchObject({ vh_domain_name: ["a.com"], waf_policy_ref: "/api/wafpolicy?name=System-WAF-Policy" });
});
