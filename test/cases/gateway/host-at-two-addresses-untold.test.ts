import { expect, test } from "vitest";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { translateTo } from "../../support/planned";

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

const messages = ({ statuses }: ReturnType<typeof translated>, code: string) =>
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
  expect(messages(found, "LB1211")).toMatchObject([
    {
      severity: "warning",
      object: { kind: "HTTPRoute", name: "r2" },
      message:
        "h.com has 2 addresses, and its name leads to that of c--Gateway-default_gw alone: c--Gateway-default_gx serves it for clients that connect by address",
    },
  ]);
  expect(
    messages(translated([service, gatewayClass("ours", "x/y"), gateway("gw", [http("l")]), to("gw", "r"), to("gw", "r2")]), "LB1211"),
  ).toEqual([]);
});

const secret = {
  apiVersion: "v1",
  kind: "Secret",
  type: "kubernetes.io/tls",
  metadata: { name: "cert", namespace: "default" },
  stringData: { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY },
};

const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "i", namespace: "default" },
  spec: {
    tls: [{ hosts: ["h.com"], secretName: "cert" }],
    rules: [
      { host: "h.com", http: { paths: [{ path: "/a", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }] } },
    ],
  },
};

const ingressRoute = {
  apiVersion: "contour.heptio.com/v1beta1",
  kind: "IngressRoute",
  metadata: { name: "r", namespace: "default" },
  spec: { virtualhost: { fqdn: "h.com", tls: { secretName: "cert" } }, routes: [{ match: "/b", services: [{ name: "s", port: 80 }] }] },
};

const ingressRouteRef = { kind: "IngressRoute", name: "r" };

test("with ako-1.2 each path of a host is redirected with its own status", () => {
  const found = translated([service, secret, ingressClass, ingress, ingressRoute], "ako-1.2");
  const statuses = new Set(JSON.stringify(found.objects).match(/STATUS_CODE_30\d/g));
  expect(statuses).toEqual(new Set(["STATUS_CODE_301", "STATUS_CODE_302"]));
  expect(messages(found, "LB1302").filter(({ message }) => message.includes("redirected with"))).toEqual([]);
});

test.each(["ako-2", "ako-2-evh"])("with %s a redirect whose status is not that of the whole host is reported", (naming) => {
  const found = translated([service, secret, ingressClass, ingress, ingressRoute], naming);
  const statuses = new Set(JSON.stringify(found.objects).match(/STATUS_CODE_30\d/g));
  expect(statuses).toEqual(new Set(["STATUS_CODE_302"]));
  expect(messages(found, "LB1302").filter(({ message }) => message.includes("redirected with"))).toMatchObject([
    { severity: "warning", object: ingressRouteRef, message: "h.com/b is redirected with 302, not 301: a host has one redirect" },
  ]);
});
