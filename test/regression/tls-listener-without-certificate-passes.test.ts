import { expect, test } from "vitest";
import { readSpecs } from "../../sdk/frontends";
import { translateToAvi } from "../../sdk/targets/avi/translate";
import { endpoints, ingressV1, service } from "../support/manifests";

// A HostRule that gives a listener with TLS to a host without a certificate passed the preview as ready; a controller refuses such a virtual
// service.

function told(listeners: object[], tls: string[] = []) {
  const rule = {
    ...{ apiVersion: "ako.vmware.com/v1beta1", kind: "HostRule", metadata: { name: "rule", namespace: "default" } },
    spec: { virtualhost: { fqdn: "a.com", fqdnType: "Exact", tcpSettings: { listeners } } },
  };
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cert", namespace: "default" },
    stringData: { "tls.crt": "C", "tls.key": "K" },
  };
  const ingress = ingressV1("web", [{ host: "a.com", path: "/", service: "web" }], {
    className: "avi",
    ...(tls.length > 0 ? { tls } : {}),
  });
  const ofAvi = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi" },
    spec: { controller: "ako.vmware.com/avi-lb" },
  };
  const objects = [rule, ofAvi, ingress, secret, service("web", [80]), endpoints("web", ["10.0.0.1"], 8080)];
  const { statuses } = translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { naming: "ako-2-evh", shardVSSize: "DEDICATED", subDomains: ["com"] },
  });
  const said = statuses.flatMap(({ object: { kind }, diagnostics }) => diagnostics.map(({ message }) => `${kind}: ${message}`));
  return said.filter((text) => text.includes("certificate:"));
}

const SECURE = { port: 8443, enableSSL: true };

test("a listener with TLS on a host without a certificate is told", () => {
  expect(told([{ port: 8081 }, SECURE])).toEqual([
    expect.stringMatching(/^HostRule: \S+-EVH listens for TLS at port 8443 and has no certificate: a controller refuses it$/),
  ]);
});

test("with a certificate there is nothing to say", () => {
  expect(told([{ port: 8081 }, SECURE], ["a.com"])).toEqual([]);
});
