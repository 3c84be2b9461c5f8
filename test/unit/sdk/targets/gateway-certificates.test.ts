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
    "Secret default/shop-tls": {
      ends: "2126-10-28T03:17:34.000Z",
      fingerprint: expect.any(String),
      names: expect.any(Array),
      hosts: ["example.com"],
    },
  });
});

it.each(["avi", "octavia"] as const)("a listener without a usable certificate is reported once on %s", (name) => {
  const target = TARGETS[name];
  const reported = (listener: object, more: object = {}) => {
    const objects = [gatewayClass("ours", `k8s-lb.io/${name}`), gateway("web", [listener], more), secret];
    const plan = target.translate(
      target.read(
        objects.map((value) => ({ value })),
        [],
      ),
      { settings: {} },
    );
    const all = [...plan.diagnostics, ...plan.statuses.flatMap((one) => one.diagnostics)];
    return all.filter(({ code }) => code === "LB1702").map(({ message }) => message);
  };
  expect(reported(https("shop", "gone"))).toEqual(["listener shop: Secret default/gone is not among the specs"]);
  const validation = { caCertificateRefs: [{ kind: "ConfigMap", group: "", name: "gone" }] };
  const clients = { tls: { frontend: { default: { validation } } } };
  expect(reported(https("shop", "shop-tls"), clients)).toEqual(["listener shop: ConfigMap default/gone is not among the specs"]);
});
