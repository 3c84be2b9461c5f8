// `waitForHealth` of a component: what its summary gets, and when it gets nothing.
import { afterEach, expect, it, vi } from "vitest";
import { healthQueryIn } from "../../../../requests/health/after-up";
import { HEALTH } from "../../../../resources/summary";
import { healthOfRun } from "../../../../sdk/components/health-after-up";
import * as avi from "../../../../sdk/targets/avi";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, secret, service } from "../../../support/manifests";

afterEach(() => vi.unstubAllEnvs());

const specs = [
  service("web", [80]),
  endpoints("web", ["10.0.0.1"], 8080),
  ingress({
    name: "shop",
    rules: [{ host: "a.com", path: "/", service: "web" }],
    tls: [{ hosts: ["a.com"], secretName: "shop" }],
  }),
  secret("shop", "CERT", "PRIVATE-KEY"),
] as never;

type WaitForHealth = boolean | number | undefined;
const COMPONENTS = {
  avi: (name: string, waitForHealth: WaitForHealth) =>
    new avi.KubernetesCluster(name, { specs, settings: { clusterName: "c1" }, waitForHealth }),
  octavia: (name: string, waitForHealth: WaitForHealth) =>
    new octavia.KubernetesCluster(name, { specs, settings: { service_subnet_id: "s" }, waitForHealth }),
};
let count = 0;

/** The input of the summary that a look at the servers needs. */
async function handed(on: keyof typeof COMPONENTS, waitForHealth: WaitForHealth, preview = false): Promise<unknown> {
  const resources = recordResources({ preview });
  COMPONENTS[on](`c${count++}`, waitForHealth);
  const summary = () => resources.find(({ type }) => type.endsWith(`${on}:Summary`));
  await eventually(() => expect(summary()).toBeDefined());
  return summary()?.inputs[HEALTH];
}

it.each(["avi", "octavia"] as const)("gives the summary of a run on %s rules and bodies without a key", async (on) => {
  const asked = healthQueryIn(await handed(on, true));
  expect(asked?.rules.addresses.length).toBeGreaterThan(0);
  expect(asked?.most).toBeUndefined();
  const text = JSON.stringify(asked);
  expect(text).toContain("10.0.0.1");
  expect(text).not.toContain("PRIVATE-KEY");
  expect(text).not.toContain("pulumi-k8s-lb:project");
});

it("gives it nothing by default, in a preview, and below a watch", async () => {
  expect(await handed("avi", undefined)).toBeUndefined();
  expect(await handed("avi", true, true)).toBeUndefined();
  vi.stubEnv("K8S_LB_WATCH", "/nowhere");
  recordResources();
  expect(healthOfRun([], { addresses: [] }, true)).toBeUndefined();
});

it.each<[text: string, program: WaitForHealth, most: number | undefined | "nothing"]>([
  ["0", true, "nothing"],
  ["off", 30, "nothing"],
  ["1", undefined, undefined],
  ["45", undefined, 45],
  ["9999", false, 600],
  ["soon", 20, 20],
  ["", 20, 20],
  ["", 0, 0],
])("K8S_LB_WAIT_FOR_HEALTH=%s beside %s of the program", async (text, program, most) => {
  vi.stubEnv("K8S_LB_WAIT_FOR_HEALTH", text);
  const given = await handed("octavia", program);
  expect(given === undefined ? "nothing" : healthQueryIn(given)?.most).toBe(most);
});
