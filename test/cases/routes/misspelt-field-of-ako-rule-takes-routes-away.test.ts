import { describe, expect, it } from "vitest";
import { readSpecs, translateToAvi } from "../../../sdk";
import { inventoryOfPlan, refusalsOf } from "../../../sdk/cli/diff/refusals";
import { diagnosticsOf } from "../../../sdk/plan";
import { endpoints } from "../../support/manifests";
import { avi, ingress, service } from "../../unit/sdk/targets/avi/ako-world";

// A field of a HostRule that is nearly named as a known one was a warning, whatever it took away from the Ingress of its host; a HostRule of
// another namespace counted as nobody's.

const HOST = "shop.avi.internal";
const akoObject = (kind: string, spec: object, namespace = "default", version = "v1beta1") => ({
  apiVersion: `ako.vmware.com/${version}`,
  kind,
  metadata: { name: "rule", namespace },
  spec,
});
const hostRule = (namespace?: string) =>
  akoObject(
    "HostRule",
    {
      virtualhost: {
        fqdn: HOST,
        aliases: ["www.avi.internal"],
        tls: { sslKeyCertificate: { name: "cert", type: "ref" }, termination: "edge" },
      },
    },
    namespace,
  );
const L7_RULE = akoObject("L7Rule", { allowInvalidClientCert: true, closeClientConnOnConfigUpdate: true }, "default", "v1alpha2");
const HTTP_RULE = akoObject("HTTPRule", {
  fqdn: HOST,
  paths: [
    { target: "/", healthMonitors: ["hm"], loadBalancerPolicy: { algorithm: "LB_ALGORITHM_ROUND_ROBIN" }, tls: { type: "reencrypt" } },
  ],
});

const misspelt = <T>(object: T, field: string, slip: string): T =>
  JSON.parse(JSON.stringify(object).replaceAll(`"${field}":`, `"${slip}":`));

const plan = (...objects: unknown[]) => {
  const all = [avi(), service("web"), endpoints("web", ["10.1.0.5"], 8080), ingress("shop", HOST), ...objects];
  return translateToAvi(readSpecs(all.map((value) => ({ value, source: { file: "web.yaml" } }) as never)), {
    settings: { clusterName: "c1", naming: "ako-2", defaultDomain: "avi.internal" },
  });
};
const refusals = async (before: unknown, after: unknown) =>
  (await refusalsOf("avi", inventoryOfPlan(plan(before)), inventoryOfPlan(plan(after)))).join("\n");

describe.each([
  ["its own namespace", "default"],
  ["another namespace", "other"],
])("a HostRule of %s is red that takes places away by a slip", (_, namespace) => {
  it.each([
    ["fqdn", "fqnd", `https://${HOST}`],
    ["virtualhost", "virtualHosts", `https://${HOST}`],
    ["tls", "tsl", `https://${HOST}`],
    ["sslKeyCertificate", "sslKeyCertificat", `https://${HOST}`],
  ])("%s", async (field, slip, place) => {
    const [before, after] = [hostRule(namespace), misspelt(hostRule(namespace), field, slip)];
    const text = await refusals(before, after);
    expect(text).toContain("LB2017");
    expect(text).toContain(place);
    expect(text).toContain(`HostRule ${namespace}/rule /spec/virtual`);
    expect(text).toContain(`the field ${slip} is unknown and is ignored; did you mean ${field}`);
    // a new one is not red, nor one that the last run had
    expect(await refusals(L7_RULE, after)).toBe("");
    expect(await refusals(after, after)).toBe("");
  });
});

it.each([
  ["HostRule", hostRule(), "fqdn", "fqnd"],
  ["HostRule", hostRule(), "virtualhost", "virtualHosts"],
  ["HTTPRule", HTTP_RULE, "fqdn", "fqnd"],
  ["HTTPRule", HTTP_RULE, "paths", "pahts"],
  ["HTTPRule", HTTP_RULE, "target", "taget"],
  ["HTTPRule", HTTP_RULE, "healthMonitors", "healthMonitor"],
  ["HTTPRule", HTTP_RULE, "algorithm", "algoritm"],
  ["HTTPRule", HTTP_RULE, "type", "tpye"],
  ["L7Rule", L7_RULE, "allowInvalidClientCert", "allowInvalidClientCerts"],
  ["L7Rule", L7_RULE, "closeClientConnOnConfigUpdate", "closeClientConOnConfigUpdate"],
])("%s %#: a field that is nearly named as a known one is told with that one", (_, object, field, slip) => {
  const beside = object.kind === "L7Rule" ? [{ ...hostRule(), spec: { virtualhost: { fqdn: HOST, l7Rule: "rule" } } }] : [];
  const said = diagnosticsOf(plan(misspelt(object, field, slip), ...beside)).filter(({ pointer }) => pointer.endsWith(`/${slip}`));
  expect(said).toMatchObject([{ code: "LB1006", remedy: `Did you mean ${field}?` }]);
});
