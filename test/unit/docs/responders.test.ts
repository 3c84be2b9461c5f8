import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia";
import { gateway, gatewayClass, http } from "../../support/gateway-manifests";
import { endpoints } from "../../support/manifests";

interface Manifest {
  kind: string;
  metadata: { name: string; namespace: string };
  spec: {
    selector: Record<string, string>;
    ports: { targetPort: number }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: { args?: string[]; ports: { containerPort: number }[] }[]; volumes?: { configMap: { name: string } }[] };
    };
  };
  data: Record<string, string>;
}

const text = readFileSync("examples/gateway/responders.yaml", "utf8");
const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const named = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name);

it.each([
  ["not-found", /-listen=:8080/],
  ["failed", /-listen=:8080/],
  ["closed", /bind :8080\n +tcp-request connection reject/],
])("the Service %s leads to the port at which its container listens", (name, listens) => {
  const [own, deployment] = [named("Service", name), named("Deployment", name)];
  const { metadata, spec } = deployment?.spec.template ?? {};
  const [container] = spec?.containers ?? [];
  expect(metadata?.labels).toEqual(own?.spec.selector);
  expect(container?.ports[0]?.containerPort).toBe(own?.spec.ports[0]?.targetPort);
  const mounted = spec?.volumes?.map(({ configMap }) => named("ConfigMap", configMap.name)?.data["haproxy.cfg"]) ?? [];
  expect([...(container?.args ?? []), ...mounted].join("\n")).toMatch(listens);
});

it("the setting for responders finds each of them", () => {
  const names = { notFound: "not-found", failed: "failed", closed: "closed" };
  const servers = Object.values(names).map((name) => endpoints(name, ["10.0.9.4"], 8080, "gateway-responders"));
  const reported = (prefix: string) => {
    const responders = Object.fromEntries(Object.entries(names).map(([which, name]) => [which, `${prefix}/${name}`]));
    const objects = [...manifests, ...servers, gatewayClass("ours", "k8s-lb.io/octavia"), gateway("web", [http("web")])];
    const specs = readSpecs(objects.map((value) => ({ value })));
    const { diagnostics, statuses } = translateToOctavia(specs, { settings: { service_subnet_id: "vips", responders } });
    return [...diagnostics, ...statuses.flatMap((one) => one.diagnostics)].filter(({ code }) => code === "LB1706").length;
  };
  expect(reported("gateway-responders")).toBe(0);
  expect(reported("default")).toBe(4);
});
