import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { backend, INPUTS } from "../../support/front-ends";
import { ingressV1 } from "../../support/manifests";

// Settings whose checks may last longer than the pause between two were reported for Services of type LoadBalancer only, not for pools of hosts.

const hosts = ["a.com", "b.com"].map((host) => ingressV1(host, [{ host, path: "/", service: host === "a.com" ? "web" : "gone" }]));

function reported(settings: object, objects: object[] = [backend(), ...hosts, ...INPUTS]): string[] {
  const specs = readSpecs(objects.map((value) => ({ value })));
  const { diagnostics } = translateToOctavia(specs, { settings: { subnet_id: "s", service_subnet_id: "s", ...settings } });
  return diagnostics.filter(({ code }) => code === "LB1314").map(({ object, pointer, message }) => `${object.kind} ${pointer}: ${message}`);
}

const LONG = { create_monitor: true, monitor_delay: 5, monitor_timeout: 10 };

test.each(["kuryr", "occm"])("%s warns once for all pools of hosts that have their monitor from the settings", (naming) => {
  const text = "may last 10 s, longer than the 5 s between two";
  expect(reported({ naming, ...LONG })).toEqual([`Settings /monitor_timeout: a check of the health monitor of 2 pools of hosts ${text}`]);
  expect(reported({ naming, ...LONG }, [backend(), hosts[0]!, ...INPUTS])).toEqual([
    `Settings /monitor_timeout: a check of the health monitor of pool default/web:80 ${text}`,
  ]);
});

test("nothing is said without monitors, without hosts, and where the times fit", () => {
  expect(reported({ ...LONG, create_monitor: false })).toEqual([]);
  expect(reported(LONG, [backend(), ...INPUTS])).toEqual([]);
  expect(reported({ ...LONG, monitor_delay: 10 })).toEqual([]);
});
