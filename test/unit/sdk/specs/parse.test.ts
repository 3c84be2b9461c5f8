import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { parseManifests } from "../../../../sdk/specs";

const read = (text: string) => {
  const { objects, diagnostics } = parseManifests(text, "a.yaml");
  return readSpecs(objects, diagnostics);
};

const service = "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n";

describe("manifests", () => {
  it("reads several documents, JSON and lists, and gives objects the default namespace", () => {
    const list = JSON.stringify({
      apiVersion: "v1",
      kind: "ServiceList",
      items: [{ metadata: { name: "b", namespace: "x" }, spec: { ports: [] } }],
    });
    const specs = read(`${service}---\n${list}\n---\n# empty\n`);
    expect([...specs.services.keys()]).toEqual(["default/web", "x/b"]);
    expect(specs.diagnostics).toEqual([]);
  });

  it("reports every fault at once, with file, document, object and pointer", () => {
    const specs = read(`a: [\n---\n${service.replace("80", "0")}---\n42\n---\nkind: Service\n`);
    expect(specs.diagnostics.map(({ code, pointer, object }) => [code, pointer, object.source?.document])).toEqual([
      ["LB1001", "", 0],
      ["LB1002", "", 2],
      ["LB1003", "/spec/ports/0/port", 1],
      ["LB1002", "", 3],
    ]);
    expect(specs.faulty.map(({ name }) => name)).toEqual(["web"]);
  });

  it("takes an object twice when it is identical, and names both places when it is not", () => {
    expect(read(`${service}---\n${service}`).diagnostics).toEqual([]);
    const [twice] = read(`${service}---\n${service.replace("80", "81")}`).diagnostics;
    expect(twice).toMatchObject({ code: "LB1004", message: expect.stringContaining("a.yaml:1 and a.yaml:6") });
  });

  it("names kinds that are not read", () => {
    const [notice] = read("apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n").diagnostics;
    expect(notice).toMatchObject({ code: "LB1005", severity: "notice", message: expect.stringContaining("apps/v1 Deployment") });
  });

  it("reports fields that are not used", () => {
    const specs = read("apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: i }\nspec:\n  colour: red\n");
    expect(specs.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([["LB1006", "/spec/colour"]]);
  });

  it("never prints a Secret's contents", () => {
    const specs = read("apiVersion: v1\nkind: Secret\nmetadata: { name: s }\ndata: { tls.key: '!!hidden!!' }\n");
    expect(JSON.stringify(specs.diagnostics)).not.toContain("hidden");
    expect(specs.diagnostics[0]).toMatchObject({ code: "LB1003", pointer: "/data/tls.key" });
  });

  it("merges the EndpointSlices of a Service and leaves out what is not ready", () => {
    const slice = (name: string, ip: string, ready: boolean) =>
      `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: ${name}, labels: { kubernetes.io/service-name: web } }\naddressType: IPv4\nendpoints: [{ addresses: [${ip}], conditions: { ready: ${ready} } }]\nports: [{ name: http, port: 8080 }]\n`;
    const specs = read([slice("a", "10.0.0.1", true), slice("b", "10.0.0.2", true), slice("c", "10.0.0.3", false)].join("---\n"));
    const addresses = specs.endpoints.get("default/web")?.subsets.flatMap((subset) => subset.addresses.map(({ ip }) => ip));
    expect(addresses).toEqual(["10.0.0.1", "10.0.0.2"]);
  });
});
