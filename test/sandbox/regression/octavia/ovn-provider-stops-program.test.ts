import { expect, test } from "vitest";
import { v1 } from "../../../../provider";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";

// With `naming: occm` and the provider ovn the algorithm of pools stayed ROUND_ROBIN, SCTP ports had monitors, and what looks into connections
// was asked for: the check of the resource refused that for the whole program (LB2016), and named neither Service nor annotation.

const PREFIX = "loadbalancer.openstack.org/";

async function onOvn(annotations: Record<string, string>, settings: object = {}, protocol = "TCP") {
  const web = service("web", [{ port: 80, nodePort: 30080, protocol }], "LoadBalancer");
  const objects = [node("n1", "10.0.0.7"), { ...web, metadata: { ...web.metadata, annotations } }];
  const given = { naming: "occm", lb_provider: "ovn", subnet_id: "s", floating_network_id: "f", ...settings };
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: given });
  const provider = v1("octavia:LoadBalancer");
  await provider.configure({ config: { get: () => undefined } });
  const balancers = loadBalancers(plan);
  const checks = balancers.map(({ inputs }) => provider.check({}, JSON.parse(JSON.stringify({ ...inputs, owner: "o" }))));
  const refused = (await Promise.all(checks)).flatMap(({ failures }) => failures ?? []);
  const reported = plan.statuses.flatMap(({ state, diagnostics }) => diagnostics.map(({ code, pointer }) => `${state} ${code} ${pointer}`));
  return { text: JSON.stringify(balancers.map(({ inputs }) => inputs)), refused, told: reported };
}
const at = (name: string) => `/metadata/annotations/loadbalancer.openstack.org~1${name}`;

test("pools have the algorithm that the provider knows", async () => {
  const usual = await onOvn({});
  expect(usual.text).toContain('"lb_algorithm":"SOURCE_IP_PORT"');
  expect(usual).toMatchObject({ refused: [], told: [] });
  const other = await onOvn({ [`${PREFIX}lb-method`]: "LEAST_CONNECTIONS" });
  expect(other).toMatchObject({ refused: [], told: [`ready LB1404 ${at("lb-method")}`] });
});

test("a port whose protocol cannot be checked has no monitor", async () => {
  expect((await onOvn({}, { create_monitor: true })).text).toContain('"type":"TCP"');
  const sctp = await onOvn({}, { create_monitor: true }, "SCTP");
  expect(sctp.text).not.toContain("healthmonitor");
  expect(sctp).toMatchObject({ refused: [], told: [`ready LB1404 ${at("enable-health-monitor")}`] });
});

test.each([
  ["default-tls-container-ref", "https://b/v1/secrets/1"],
  ["x-forwarded-for", "true"],
  ["proxy-protocol", "v2"],
])("%s refuses the Service alone", async (name, value) => {
  expect(await onOvn({ [PREFIX + name]: value })).toEqual({ text: "[]", refused: [], told: [`rejected LB1404 ${at(name)}`] });
});
