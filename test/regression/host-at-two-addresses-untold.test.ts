import { expect, test } from "vitest";
import { gateway, gatewayClass, http, httpRoute } from "../support/gateway-manifests";
import { translateTo } from "../support/planned";

// A host on two Gateways of Avi is in DNS with the address of one of them, and the Routes of the other were ready without a word. Redirects
// of one host with 301 and 302 all got the status of the first.

const settings = (naming: string) => ({ clusterName: "c", naming, gatewayController: "x/y", controllerVersion: "30.2.1" });

const translated = (objects: object[], naming = "ako-2") =>
  translateTo("avi", { objects: objects.map((value) => ({ value })), diagnostics: [] }, settings(naming));

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s", namespace: "default" },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
};

const to = (parent: string, name: string) => httpRoute(name, parent, [{ backendRefs: [{ name: "s", port: 80 }] }], ["h.com"]);

const said = ({ statuses }: ReturnType<typeof translated>, code: string) =>
  statuses.flatMap(({ diagnostics }) => diagnostics).filter((one) => one.code === code);

test("the Route of the second Gateway is told which address has the DNS name", () => {
  const found = translated([
    service,
    gatewayClass("ours", "x/y"),
    gateway("gw", [http("l")]),
    gateway("gx", [http("l")]),
    to("gw", "r"),
    to("gx", "r2"),
  ]);
  expect(said(found, "LB1211")).toMatchObject([
    {
      severity: "warning",
      object: { kind: "HTTPRoute", name: "r2" },
      message:
        "h.com has 2 addresses, and its name leads to that of c--Gateway-default_gw alone: c--Gateway-default_gx serves it for clients that connect by address",
    },
  ]);
  expect(
    said(translated([service, gatewayClass("ours", "x/y"), gateway("gw", [http("l")]), to("gw", "r"), to("gw", "r2")]), "LB1211"),
  ).toEqual([]);
});
