import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs/manifests";
import { sourceOfHelm } from "../../../sdk/specs/unrendered";
import { service } from "../../support/manifests";

// One object or one line of a file took the others with it, or was read as something that it is not.

const alert = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: rules }
spec: { text: "{{ $labels.instance }} of {{ .Values }} is down" }
`;
const plain = "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n";
const twice = plain.replace("kind: Service\n", "kind: Service\nkind: Service\n");

function parsed(text: string) {
  const read = parseManifests(text, "f.yaml");
  return {
    ...read,
    kinds: read.objects.map(({ value }) => Reflect.get(value as object, "kind")),
    source: sourceOfHelm("f.yaml", text, read),
  };
}

test("alert with a template of its own: a repeated key is told with its line, and the others are read", () => {
  const { kinds, source, diagnostics } = parsed([alert, twice, plain].join("---\n"));
  expect([kinds, source]).toEqual([["PrometheusRule", "Service"], undefined]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "f.yaml, document 2: The key kind is twice in one mapping at line 8, column 1",
  ]);
});

test("alert with a template of its own: other broken YAML is told as such", () => {
  const { source, diagnostics } = parsed([alert, "kind: 'Service\n"].join("---\n"));
  expect([source, diagnostics.length]).toEqual([undefined, 1]);
});

test("a template is still told as one", () => {
  expect(parsed("kind: Service\n{{- if .Values.on }}\nspec: {}\n{{- end }}\n").source?.code).toBe("LB1015");
  expect(parsed("kind: Service\nspec: {{ .Values.spec }}\n").source?.code).toBe("LB1015");
});

const sops = { mac: "ENC[AES256_GCM,data:x]", lastmodified: "2026-01-01T00:00:00Z", version: "3.9.0" };

test.each(["data", "stringData"])("Secret encrypted by SOPS in %s is named as such", (field) => {
  const value = { apiVersion: "v1", kind: "Secret", metadata: { name: "tls" }, [field]: { "tls.crt": "ENC[AES256_GCM,data:abc]" }, sops };
  const { diagnostics, secrets } = readSpecs([{ value, source: { file: "secret.yaml" } }]);
  expect(diagnostics.map(({ code, message, remedy }) => [code, message, remedy])).toEqual([
    [
      "LB1015",
      "Secret default/tls is encrypted by SOPS, and nothing of it is read",
      "Decrypt it: `sops decrypt secret.yaml > manifests.yaml`, and give manifests.yaml.",
    ],
  ]);
  expect(secrets.size).toBe(0);
});

test.each([
  ["Service", service("web", [{ port: 80 }], "LoadBalancer")],
  ["Ingress", { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "web" }, spec: { rules: [{ host: "a.com" }] } }],
])("%s whose deletion has begun asks for nothing, and is told", (kind, value) => {
  const metadata = { ...value.metadata, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["x/y"] };
  const { diagnostics, objects } = readSpecs([{ value: { ...value, metadata } }]);
  expect(diagnostics).toMatchObject([{ code: "LB1016", severity: "notice", object: { kind }, pointer: "/metadata/deletionTimestamp" }]);
  expect([...objects.values()].flat()).toEqual([]);
});

const host = `${"a".repeat(70)}.apps.example.com`;
const route = (spec: object, annotations: object = {}) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "long", annotations },
  spec: { host, to: { kind: "Service", name: "web" }, ...spec },
});
const saidOf = (value: object) => readSpecs([{ value }]).diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer]);

test("Route: a host that is longer than DNS has it is a warning where the API server stores it", () => {
  const stored = { "route.openshift.io/allow-non-dns-compliant-host": "true" };
  expect(saidOf(route({}, stored)).filter(([code]) => code !== "LB1007")).toEqual([["LB1217", "warning", "/spec/host"]]);
  expect(saidOf(route({}))).toEqual([["LB1003", "error", "/spec/host"]]);
});

test("Route: wildcardPolicy Subdomain is a known field, and is refused", () => {
  expect(saidOf(route({ host: "wild.example.com", wildcardPolicy: "Subdomain" }))).toEqual([["LB1301", "error", "/spec/wildcardPolicy"]]);
  expect(saidOf(route({ host: "wild.example.com", wildcardPolicy: "None" }))).toEqual([]);
});
