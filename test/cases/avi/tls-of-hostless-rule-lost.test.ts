import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingress, secret, served } from "../../support/manifests";

const HOST = "bare.default.avi.internal";

function translated(host: string, naming: string) {
  const bare = ingress({ name: "bare", rules: [{ host, path: "/x", service: "web" }], tls: [{ hosts: [HOST], secretName: "cert" }] });
  const annotations = { "kubernetes.io/ingress.class": "avi" };
  const avi = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
    spec: { controller: "ako.vmware.com/avi-lb" },
  };
  const metadata = naming === "ako-1.2" ? { ...bare.metadata, annotations } : bare.metadata;
  const specs = readSpecs([...served("web", 1), secret("cert", "CERT", "KEY"), avi, { ...bare, metadata }].map((value) => ({ value })));
  const plan = translateToAvi(specs, { settings: { clusterName: "c", naming, subDomains: ["avi.internal"] } });
  return { ...aviObjects(plan), codes: plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)) };
}

describe("a TLS entry that names the host which a rule without one gets", () => {
  it.each(["ako-1.2", "ako-2"])("makes it secure, as if the rule had it (%s)", (naming) => {
    const { objects, codes } = translated("", naming);
    expect(objects).toEqual(translated(HOST, naming).objects);
    expect(objects.virtualservice?.find(({ name }) => name === `c--${HOST}`)).toMatchObject({ vh_domain_name: [HOST] });
    expect(codes).not.toContain("LB1207");
  });
});
