import { expect, it } from "vitest";
import { TARGETS } from "../../../../sdk/targets";
import { gateway, gatewayClass, httpRoute, https, rule } from "../../../support/gateway-manifests";
import { endpoints, service } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";

const secret = {
  apiVersion: "v1",
  kind: "Secret",
  type: "kubernetes.io/tls",
  metadata: { name: "shop-tls", namespace: "default" },
  stringData: { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY },
};

it.each(["avi", "octavia"] as const)("a certificate of a Gateway on %s is known with its end and hosts", (name) => {
  const objects = [
    gatewayClass("ours", `k8s-lb.io/${name}`),
    gateway("web", [https("shop", "shop-tls")]),
    httpRoute("shop", "web", [rule("/", { web: 1 })], ["example.com", "other.example.org"]),
    service("web", [80]),
    endpoints("web", ["10.0.0.4"], 8080),
    secret,
  ];
  const target = TARGETS[name];
  const settings = { ...(name === "octavia" ? { service_subnet_id: "vips" } : {}) };
  const plan = target.translate(
    target.read(
      objects.map((value) => ({ value })),
      [],
    ),
    { settings },
  );
  expect(plan.facts.certificates).toEqual({
    "Secret default/shop-tls": { ends: "2126-10-28T03:17:34.000Z", fingerprint: expect.any(String), hosts: ["example.com"] },
  });
});
