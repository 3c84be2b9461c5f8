import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { k8sLbCall } from "../../support/cli-call";
import { ingressV1, openShiftRoute, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// The command as another program runs it.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-to-gateway-"));
  const write = (name: string, objects: unknown[]) =>
    writeFileSync(join(folder, name), JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  const web = [
    ...served("web", 1),
    { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: "avi" }, spec: { controller: "ako.vmware.com/avi-lb" } },
  ];
  write("plain.yaml", [...web, ingressV1("web", [{ host: "a.example.com", path: "/", service: "web" }], { className: "avi" })]);
  write("wild.yaml", [...web, ingressV1("web", [{ host: "*.example.com", path: "/", service: "web" }], { className: "avi" })]);
  const tls = { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY };
  write("route.yaml", [...web, openShiftRoute("web", { host: "a.example.com", to: { kind: "Service", name: "web" }, tls })]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => k8sLbCall(["to-gateway", "--to", "avi", ...args], { cwd: folder });

it("writes manifests to stdout and losses to stderr", async () => {
  const plain = await run("-f", "plain.yaml", "--check", "--exit-code");
  expect(plain).toMatchObject({ code: 0, stderr: "Nothing is lost.\nEvery request gets the same answer.\n" });
  expect(parseAllDocuments(plain.stdout).map((document) => document.get("kind"))).toEqual(["GatewayClass", "Gateway", "HTTPRoute"]);
  const wild = await run("-f", "wild.yaml");
  expect(wild.code).toBe(0);
  expect(wild.stderr).toMatch(/^notice LB1711: wild\.yaml: Ingress default\/web \/spec\/rules\/0\/http\/paths\/0: .*\n1 loss\.\n$/);
});

it("ends with 1 for a loss with --exit-code, and prints one JSON document", async () => {
  const { code, stdout, stderr } = await run("-f", "wild.yaml", "-o", "json", "--exit-code", "--check");
  const document = JSON.parse(stdout);
  expect([code, stderr]).toEqual([1, ""]);
  expect(Object.keys(document)).toEqual(["differences", "losses", "manifests", "schemaVersion", "target"]);
  expect(document.losses).toMatchObject([
    { code: "LB1711", object: { kind: "Ingress", name: "web" }, pointer: "/spec/rules/0/http/paths/0" },
  ]);
  // names of several labels, which the loss is about
  expect(document.differences).toMatchObject([{ host: "*.example.com", wasRule: null }]);
});

it("prints private keys only with --show-secrets", async () => {
  const hidden = await run("-f", "route.yaml", "--check");
  expect(`${hidden.stdout}${hidden.stderr}`).not.toContain("PRIVATE KEY");
  expect(hidden.stderr).toContain("--show-secrets");
  expect((await run("-f", "route.yaml", "--show-secrets")).stdout).toContain("PRIVATE KEY");
});

it("refuses targets without Gateways, and names that no namespace has", async () => {
  expect((await k8sLbCall(["to-gateway", "--to", "mizar", "-f", "plain.yaml"], { cwd: folder })).code).toBe(2);
  expect(await run("-f", "plain.yaml", "--gateway-namespace", "Not_One")).toMatchObject({
    code: 2,
    stderr: "error: --gateway-namespace Not_One is not a name of a namespace\n",
  });
});
