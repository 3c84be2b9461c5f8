import { expect, it } from "vitest";
import type { Properties } from "../../../../provider/lifecycle/bodies/json";
import { check } from "../../../../provider/octavia/preview/check";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";

// A number that Octavia does not take (`connection-limit: "-7"`) was sent on: the Service was ready, and the preview of all others stopped.

const PREFIX = "loadbalancer.openstack.org/";
const translate = (naming: "occm" | "kuryr", annotations: Record<string, string>) => {
  const base = service("web", [{ name: "http", port: 80, nodePort: 30080 }], "LoadBalancer");
  const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata: { name: "web", namespace: "default" }, subsets: [] };
  const objects = [{ ...base, metadata: { ...base.metadata, annotations } }, endpoints, node("n", "10.0.0.1")];
  const settings = { naming, subnet_id: "s", service_subnet_id: "s", internal_lb: true };
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
  const inputs = loadBalancers(plan)[0]?.inputs;
  expect(check(inputs as unknown as Properties)).toEqual([]);
  const messages = plan.statuses.find(({ object }) => object.kind === "Service")?.diagnostics.filter(({ code }) => code === "LB1403");
  return { listener: inputs?.loadBalancer.listeners?.[0], said: messages?.map(({ message }) => message) };
};

it.each([
  ["connection-limit", "-7", { connection_limit: -1 }, "-1 to 2147483647; -1"],
  ["timeout-client-data", "-1", { timeout_client_data: 50_000 }, "0 to 2073600000; 50000"],
  ["timeout-tcp-inspect", "2073600001", { timeout_tcp_inspect: 0 }, "0 to 2073600000; 0"],
  ["health-monitor-delay", "0", { default_pool: { healthmonitor: { delay: 5 } } }, "1 to 2147483647; 5"],
  ["health-monitor-timeout", "-3", { default_pool: { healthmonitor: { timeout: 3 } } }, "1 to 2147483647; 3"],
  ["health-monitor-max-retries", "11", { default_pool: { healthmonitor: { max_retries: 1 } } }, "1 to 10; 1"],
  ["health-monitor-max-retries-down", "0", { default_pool: { healthmonitor: { max_retries_down: 3 } } }, "1 to 10; 3"],
])("%s: %s", (name, value, expected, rangeAndDefault) => {
  const { listener, said } = translate("occm", { [`${PREFIX}enable-health-monitor`]: "true", [PREFIX + name]: value });
  expect(listener).toMatchObject(expected);
  expect(said).toEqual([`"${value}" is not a whole number from ${rangeAndDefault} is used`]);
});

it("numbers at the limits are used", () => {
  const annotations = { "connection-limit": "+2147483647", "timeout-member-data": "2073600000", "health-monitor-max-retries": "10" };
  const given = Object.fromEntries(Object.entries(annotations).map(([name, value]) => [PREFIX + name, value]));
  const { listener, said } = translate("occm", { [`${PREFIX}enable-health-monitor`]: "true", ...given });
  expect(listener).toMatchObject({
    connection_limit: 2_147_483_647,
    timeout_member_data: 2_073_600_000,
    default_pool: { healthmonitor: { max_retries: 10 } },
  });
  expect(said).toEqual([]);
});

it("kuryr: a timeout that is too long", () => {
  const { listener, said } = translate("kuryr", { "openstack.org/kuryr-timeout-client-data": "2073600001" });
  expect(listener).not.toHaveProperty("timeout_client_data");
  expect(said).toEqual(["2073600001 is not a number of milliseconds; the default is used"]);
});
