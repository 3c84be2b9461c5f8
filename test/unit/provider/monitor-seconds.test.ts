// Time that a run waits for servers: that of the slowest monitor of their pools.
import { expect, test } from "vitest";
import { BACK_ENDS } from "../../../provider";

const servers = new Set(["10.0.0.1:8080"]);

const aviPool = (addr: string, ref?: string, more: object = {}) => ({
  ...{ kind: "avi:Pool", name: "p" },
  inputs: {
    pool: {
      ...{ name: `p-${addr}`, default_server_port: 8080, servers: [{ ip: { addr, type: "V4" } }] },
      ...(ref ? { health_monitor_refs: [`/api/healthmonitor?name=${ref}`] } : {}),
    },
    ...more,
  },
});
const own = { name: "own", send_interval: 20, receive_timeout: 3, successful_checks: 2 };

test.each([
  ["no monitor", [aviPool("10.0.0.1")], 0],
  ["a monitor of the controller", [aviPool("10.0.0.1", "System-TCP")], 29],
  ["its own monitor", [aviPool("10.0.0.1", "own", { healthMonitor: own })], 48],
  ["another pool is slower", [aviPool("10.0.0.1", "System-TCP"), aviPool("10.0.0.2", "own", { healthMonitor: own })], 29],
  [
    "a bundle",
    [{ kind: "avi:SharedVS", name: "s", inputs: { pools: [aviPool("10.0.0.1", "own").inputs.pool], healthMonitors: [own] } }],
    48,
  ],
])("Avi: %s", (_what, planned, seconds) => {
  expect(BACK_ENDS.avi.monitorSeconds?.(planned, servers)).toBe(seconds);
});

const balancer = (address: string, healthmonitor?: object) => ({
  ...{ kind: "octavia:LoadBalancer", name: "lb" },
  inputs: {
    loadBalancer: {
      name: "lb",
      listeners: [{ name: "http", default_pool: { name: "web", members: [{ address, protocol_port: 8080 }], healthmonitor } }],
    },
  },
});

test.each([
  ["no monitor", [balancer("10.0.0.1")], 0],
  ["a monitor", [balancer("10.0.0.1", { delay: 5, timeout: 3, max_retries: 2 })], 33],
  [
    "another pool",
    [balancer("10.0.0.1", { delay: 5, timeout: 3, max_retries: 2 }), balancer("10.0.0.2", { delay: 60, timeout: 30, max_retries: 3 })],
    33,
  ],
])("Octavia: %s", (_what, planned, seconds) => {
  expect(BACK_ENDS.octavia.monitorSeconds?.(planned, servers)).toBe(seconds);
});
