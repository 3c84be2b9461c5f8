import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { answerText } from "../../../../requests/messages";
import { readManifestFiles, readSpecs } from "../../../../sdk";
import { desiredOfSpecs } from "../../../../sdk/requests/desired-of-specs";
import { RuleLines } from "../../../../sdk/requests/rule-lines";
import { TARGETS } from "../../../../sdk/targets";
import { ingressV1, served } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";

const specsOf = (...given: object[]) => readSpecs(given.map((value) => ({ value })));
const asking = (to: "avi" | "octavia" | "routes", ...given: object[]) => {
  const rules = desiredOfSpecs(specsOf(...given), (specs) => TARGETS[to].asks!(specs, {}));
  return (url: string) => answerText(answer(rules, parseRequest({ url })!).answer);
};

const secret = (kind: "Ingress" | "IngressRoute" | "Route") => {
  const route = { kind: "Service", name: "web" };
  if (kind === "Route")
    return {
      apiVersion: "route.openshift.io/v1",
      kind,
      metadata: { name: "shop" },
      spec: { host: "shop.example.com", to: route, tls: { termination: "edge", externalCertificate: { name: "gone" } } },
    };
  if (kind === "IngressRoute")
    return {
      apiVersion: "contour.heptio.com/v1beta1",
      kind,
      metadata: { name: "shop" },
      spec: {
        virtualhost: { fqdn: "shop.example.com", tls: { secretName: "gone" } },
        routes: [{ match: "/", services: [{ name: "web", port: 80 }] }],
      },
    };
  const ingress = ingressV1("shop", [{ host: "shop.example.com", path: "/", type: "Prefix", service: "web" }]);
  return { ...ingress, spec: { ...ingress.spec, tls: [{ hosts: ["shop.example.com"], secretName: "gone" }] } };
};

it.each(["Ingress", "IngressRoute", "Route"] as const)("asks for the requests of a host whose Secret is missing: %s", (kind) => {
  for (const to of ["avi", "octavia", "routes"] as const)
    expect(asking(to, ...served("web", 1), secret(kind))("https://shop.example.com/cart"), to).toBe("default/web:80");
});

it("asks that clear text of a host is refused whose Route says so, whatever rules without a host serve", () => {
  const route = (insecure: string) => ({
    apiVersion: "route.openshift.io/v1",
    kind: "Route",
    metadata: { name: "shop" },
    spec: {
      host: "example.com",
      to: { kind: "Service", name: "web" },
      tls: { termination: "edge", insecureEdgeTerminationPolicy: insecure, certificate: CERTIFICATE, key: PRIVATE_KEY },
    },
  });
  const anyHost = { ...ingressV1("all", []), spec: { defaultBackend: { service: { name: "rest", port: { number: 80 } } } } };
  const at = (insecure: string) => asking("octavia", ...served("web", 1), ...served("rest", 2), route(insecure), anyHost);
  expect(["None", "Allow", "Redirect"].map((insecure) => at(insecure)("http://example.com/"))).toEqual([
    "503",
    "default/web:80",
    "redirect 302 to https://example.com/",
  ]);
  expect(at("None")("http://other.example.com/")).toBe("default/rest:80");
});

it("finds the line of a path in the file, in a List too, and none for standard input", () => {
  const folder = mkdtempSync(join(tmpdir(), "rule-lines-"));
  const file = join(folder, "all.yaml");
  const ingress = (name: string) => `  - apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: { name: ${name} }
    spec:
      rules:
        - http:
            paths:
              - { path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }
              - { path: /x, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }
`;
  writeFileSync(file, `apiVersion: v1\nkind: List\nitems:\n${ingress("a")}${ingress("b")}`);
  const lines = new RuleLines(readSpecs(readManifestFiles([file]).objects));
  const rule = { object: "Ingress default/b", pointer: "/spec/rules/0/http/paths/1", file, on: null };
  expect(lines.of(rule)).toEqual({ ...rule, line: 21 });
  expect(lines.of({ ...rule, object: "Ingress default/c" })).not.toHaveProperty("line");
  expect(lines.of({ ...rule, file: "-" })).not.toHaveProperty("line");
  rmSync(folder, { recursive: true });
});
