import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS } from "../../../sdk/targets";
import { ingressV1, openShiftRoute, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// A connection of TLS alone, `tls://host`, was asked of nothing that specs have: their passthrough is at the port of HTTPS.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" }, routes: {} };
const PASSED = [{ service: "default/web:80" }];

describe.each(["avi", "octavia", "routes"] as const)("on %s", (to) => {
  const proxied = {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: { name: "db", namespace: "default" },
    spec: { virtualhost: { fqdn: "db.example.com", tls: { passthrough: true } }, tcpproxy: { services: [{ name: "web", port: 80 }] } },
  };
  const passed = openShiftRoute("pass", {
    host: "pass.example.com",
    to: { kind: "Service", name: "web" },
    tls: { termination: "passthrough" },
  });
  const ended = ingressV1("shop", [{ host: "shop.example.com", path: "/", type: "Prefix", service: "web" }], { tls: ["shop.example.com"] });

  const asking = (...objects: object[]) => {
    const specs = readSpecs([...served("web", 1), secret("cert", CERTIFICATE, PRIVATE_KEY), ...objects].map((value) => ({ value })));
    const { asks, balancer, translate } = TARGETS[to];
    const asked = desiredOfSpecs(specs, (known) => asks!(known, SETTINGS[to]));
    return new RequestExplainer({
      desired: asked,
      ...(balancer ? { served: balancer.served(translate(specs, { settings: SETTINGS[to] })) } : {}),
    });
  };

  it.each([
    ["db.example.com", proxied, "IngressRoute default/db"],
    ["pass.example.com", passed, "Route default/pass"],
  ])("%s is passed through by its object", (host, object, owner) => {
    const found = asking(object).explain({ url: `tls://${host}:443` });
    expect(found?.answer).toMatchObject({ kind: "forward", tls: "passthrough", to: PASSED });
    expect(found?.rule?.object).toBe(owner);
    expect(found?.differs).toBe(false);
  });

  it("a host whose TLS ends at the load balancer takes no connection of TLS alone", () => {
    const found = asking(ended).explain({ url: "tls://shop.example.com:443" });
    expect(found?.answer.kind).toBe("closed");
    expect(found?.differs).toBe(false);
  });
});
