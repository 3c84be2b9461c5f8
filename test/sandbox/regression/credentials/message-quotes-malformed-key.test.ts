import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { controllerOrigin } from "../../../../provider/avi/client/settings";
import { readKubeconfig } from "../../../../provider/kubernetes/kubeconfig";
import { rootOf } from "../../../../provider/octavia/client/keystone";
import { readSpecs } from "../../../../sdk/frontends";
import { parseManifests } from "../../../../sdk/specs/manifests";
import { translateTo } from "../../../support/planned";

/** Letters that no message of ours has. */
const SECRET = `hunter22${randomBytes(600).toString("base64").replaceAll("/", "Q")}`;
const PEM = `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`;
const PIECE = /hunter22/;

const metadata = { name: "web", namespace: "default" };
const route = (spec: object) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata,
  spec: { host: "shop.example.com", to: { kind: "Service", name: "web" }, ...spec },
});
const secret = (parts: object) => ({ apiVersion: "v1", kind: "Secret", metadata, ...parts });

/** The key first, so that whatever is cut shows its beginning. */
test.each([
  ["the key of a Route as a list of lines", route({ tls: { termination: "edge", key: [SECRET] } })],
  ["the key of a Route as a mapping", route({ tls: { termination: "edge", key: { value: SECRET } } })],
  ["the TLS of a Route as a list", route({ tls: [{ key: SECRET, termination: "edge" }] })],
  ["the TLS of a Route as PEM", route({ tls: PEM })],
  ["the TLS of a Route as base64", route({ tls: SECRET })],
  ["a key in place of the host", route({ host: PEM })],
  ["the data of a Secret as a list", secret({ data: [SECRET] })],
  ["the data of a Secret as a text", secret({ data: SECRET })],
  ["a value of a Secret that is a mapping", secret({ data: { "tls.key": { value: SECRET } } })],
  ["the stringData of a Secret as a text", secret({ stringData: PEM })],
  [
    "a key as the TLS of an IngressRoute",
    {
      apiVersion: "contour.heptio.com/v1beta1",
      kind: "IngressRoute",
      metadata,
      spec: { virtualhost: { fqdn: "shop.example.com", tls: PEM }, routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] },
    },
  ],
  ["a key as the TLS of an Ingress", { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { tls: PEM, rules: [] } }],
])("%s is not quoted", (_, object) => {
  for (const to of ["avi", "octavia", "routes"] as const) {
    const { diagnostics, statuses } = translateTo(to, { objects: [{ value: object }], diagnostics: [] } as never, {});
    const messages = JSON.stringify([diagnostics, statuses]);
    expect(messages).not.toMatch(PIECE);
  }
  expect(JSON.stringify(readSpecs([{ value: object }]).diagnostics)).not.toMatch(PIECE);
});

test.each([
  ["an alias", "password: *hunter22"],
  ["a tag", "password: !hunter22 {a: b"],
  ["a block header", "password: |hunter22\n  x"],
  ["a token", 'password: "x" hunter22'],
  ["a directive", "%hunter22\n---\na: [\n"],
])("what the parser of YAML quotes as %s is not shown", (_, text) => {
  const { diagnostics } = parseManifests(`kind: Secret\n${text}\n`, "secret.yaml");
  expect(diagnostics.map(({ code }) => code)).toContain("LB1001");
  expect(JSON.stringify(diagnostics)).not.toMatch(PIECE);
});

test("a password in an address is masked in the message that refuses it", () => {
  for (const refused of [
    () => controllerOrigin("https://admin:hunter22@a vi"),
    () => rootOf("https://admin:hunter22@key stone", "authUrl"),
    () => rootOf("ftp://admin:hunter22@keystone", "authUrl"),
  ]) {
    expect(refused).toThrow("LB2002");
    expect(refused).not.toThrow(PIECE);
  }
});

test("a token in a kubeconfig that cannot be read is not quoted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-key-"));
  for (const token of ["*hunter22", "!hunter22 x", '"hunter22'] as const) {
    const kubeconfig = join(folder, "config");
    writeFileSync(kubeconfig, `users:\n- user:\n    token: ${token}\n`);
    const refused: unknown = await readKubeconfig({ kubeconfig }).catch((error: unknown) => error);
    expect(String(refused)).toContain("LB210");
    expect(String(refused)).not.toMatch(PIECE);
  }
  rmSync(folder, { recursive: true });
});
