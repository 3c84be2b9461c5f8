import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { readSpecs } from "../../../../sdk";
import { StatusReader } from "../../../../sdk/cli/status/reader";
import type { ConnectedSource } from "../../../../sdk/cli/status/sources";
import { stackHealth } from "../../../../sdk/cli/watch/health";
import { TARGETS } from "../../../../sdk/targets";
import type { ReportedEvent } from "../../../../sdk/watch/terms/reported-event";

// A controller that did not answer took the rows of all others from `status` and the watch, and faults of parts were dropped by the watch. State was
// read again after each preview; a change of the state while it was read was missed.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const OBJECTS = [
  { apiVersion: "v1", kind: "Service", metadata: { name: "db" }, spec: { type: "LoadBalancer", ports: [{ port: 5432 }] } },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "db" },
    subsets: [{ addresses: [{ ip: "10.0.1.1" }], ports: [{ port: 5432 }] }],
  },
];

function source(component: string, controller: string): ConnectedSource {
  const plan = TARGETS.avi.translate(readSpecs(OBJECTS.map((value) => ({ value }))), {
    settings: { clusterName: component },
    owner: `pulumi-k8s-lb:p/s/c/${component}`,
  });
  const config = {
    "avi:controller": controller,
    "avi:username": avi.username,
    "avi:password": avi.password,
    "avi:retryDelay": "0",
    "avi:timeout": "1",
  };
  return { to: "avi", plan, asked: TARGETS.avi.balancer!.served(plan), specs: new Map(), component, config };
}
const dead = () => source("dead", "https://127.0.0.1:9");

test("the rows of the controller that answers are there, and the other is a fault of its component", async () => {
  const { rows, faults, isWhole } = await new StatusReader([dead(), source("live", avi.url)]).read();
  expect(rows).toMatchObject([{ object: "Service default/db", component: "live" }]);
  expect(faults.map(({ component }) => component)).toEqual(["dead"]);
  expect(isWhole).toBe(false);
});

test("where none answers it is an error", async () => {
  await expect(new StatusReader([dead()]).read()).rejects.toMatchObject({ code: "LB2007" });
});

test("a row stays while its controller does not answer, also in a reader that takes the place of another", async () => {
  const before = new StatusReader([source("live", avi.url), source("more", avi.url)]);
  await before.read();
  const { rows } = await new StatusReader([{ ...dead(), component: "live" }, source("more", avi.url)], before).read();
  expect(rows.map(({ component }) => component)).toEqual(["live", "more"]);
});

test("the state is read again after a run that may have changed it, and one that changed it meanwhile", async () => {
  let readings = 0;
  let meanwhile = (): void => undefined;
  const health = stackHealth({} as never, 1000, async () => {
    readings++;
    meanwhile();
    return [];
  });
  const run = (of: "preview" | "up"): ReportedEvent => ({ what: "run", run: of, seconds: 1 });
  await health.read();
  health.observer(run("preview"));
  await health.read();
  expect(readings).toBe(1);
  meanwhile = () => {
    meanwhile = () => undefined;
    health.observer({ what: "history", version: 2, result: "succeeded" });
  };
  health.observer(run("up"));
  await health.read();
  expect(readings).toBe(2);
  await health.read();
  expect(readings).toBe(3);
  await health.read();
  expect(readings).toBe(3);
});
