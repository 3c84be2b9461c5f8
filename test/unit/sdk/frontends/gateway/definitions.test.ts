import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BUNDLE, definitionsIn, withDefinitions } from "../../../../../sdk/frontends/gateway/definitions";
import { fieldsOf, gateway, HTTP, resolved, shown } from "../../../../support/resolved-gateways";

const of = (version: string | undefined, missing: string[] = []) => {
  const annotations: Record<string, string> = { "gateway.networking.k8s.io/channel": "standard" };
  if (version !== undefined) annotations["gateway.networking.k8s.io/bundle-version"] = version;
  return definitionsIn({ metadata: { annotations } }, missing);
};

/** The manifests as they are with a class that was read from a cluster with these definitions. */
const inCluster = (text: string, found: ReturnType<typeof of>) =>
  resolved(text, { controllers: ["example.com/test"] }, (object) => withDefinitions(object, found));

const messages = ({ diagnostics }: ReturnType<typeof resolved>) =>
  diagnostics.filter(({ code }) => code === "LB1710").map(({ severity, object, message }) => `${severity} ${object.kind}: ${message}`);

const conditions = (found: ReturnType<typeof resolved>) => shown(fieldsOf(found, "GatewayClass", "test").conditions);

it.each([
  ["v1.6.3", "True SupportedVersion", []],
  ["v1.6.0", "True SupportedVersion", []],
  [
    "v1.5.1",
    "False UnsupportedVersion",
    [
      "notice GatewayClass: the definitions of Gateway API in the cluster are of version v1.5.1, channel standard; this release supports v1.6.3",
    ],
  ],
  ["v1.10.0", "False UnsupportedVersion", [expect.stringMatching(/^warning GatewayClass: .* v1.10.0/)]],
  ["v2.0.0", "False UnsupportedVersion", [expect.stringMatching(/^warning GatewayClass/)]],
  ["v1.7.0-dev", "False UnsupportedVersion", [expect.stringMatching(/^warning GatewayClass/)]],
  ["main", "False UnsupportedVersion", [expect.stringMatching(/^warning GatewayClass: .* of version main/)]],
  [undefined, "False UnsupportedVersion", [expect.stringMatching(/^warning GatewayClass: .* name no version; this/)]],
])("definitions of %s", (version, condition, reports) => {
  const found = inCluster(gateway(HTTP), of(version));
  expect(conditions(found)).toEqual(["Accepted=True Accepted", `SupportedVersion=${condition}`]);
  expect(messages(found)).toEqual(reports);
});

it("says nothing of definitions that are not known: in files, and without the right to read them", () => {
  for (const found of [resolved(gateway(HTTP)), inCluster(gateway(HTTP), definitionsIn(undefined, []))]) {
    expect(conditions(found)).toEqual(["Accepted=True Accepted"]);
    expect(messages(found)).toEqual([]);
  }
});

it("believes no definitions that a file names", () => {
  const withField = (object: { kind: string }) =>
    object.kind === "GatewayClass" ? { ...object, spec: { controllerName: "example.com/test", definitions: of("v9.0.0") } } : object;
  const found = resolved(gateway(HTTP), {}, withField);
  expect(messages(found)).toEqual([]);
  expect(found.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toContain("LB1006 /spec/definitions");
});

it("reports nothing about an annotation that is no JSON", () => {
  const broken = (object: { kind: string; metadata: object }) =>
    object.kind === "GatewayClass"
      ? { ...object, metadata: { ...object.metadata, annotations: { "k8s-lb.io/definitions": "{" } } }
      : object;
  expect(messages(resolved(gateway(HTTP), {}, broken))).toEqual([]);
});

it("reports each listener that can have no Route, as no kind for it is defined", () => {
  const listeners = `${HTTP}, { name: db, port: 5432, protocol: TCP }`;
  const found = inCluster(gateway(listeners), definitionsIn(undefined, ["TCPRoute", "UDPRoute"]));
  expect(messages(found)).toEqual(["warning Gateway: listener db can have no Route: TCPRoute is not defined in the cluster"]);
});

it("expects the version with which the conformance suite runs", () => {
  const module = readFileSync("tools/gateway-conformance/go/go.mod", "utf8");
  expect(module).toContain(`sigs.k8s.io/gateway-api/conformance ${BUNDLE}\n`);
});
