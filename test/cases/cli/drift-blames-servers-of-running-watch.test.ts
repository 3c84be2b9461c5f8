import { expect, test } from "vitest";
import { pathsWith } from "../../../resources/field-table";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { packed } from "../../../resources/packed";
import { hasServerDrift, serversOfProgram } from "../../../sdk/cli/drift/servers-of-program";
import type { Stack } from "../../../sdk/cli/stack";

// `k8s-lb drift` called the servers that a running watch had written "added by hand", and ended with 1, until the watch had recorded them.

const URN = "urn:pulumi:s::p::k8s-lb:octavia:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-";

/** A stack whose program has other servers than its state. */
function stackOf(kind: string, name: string, before: object, after: object) {
  const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
  const state = (inputs: object) => ({ inputs, outputs: inputs });
  const metadata = { op: "update", type, urn: `${URN}${kind}::${name}`, old: state(before), new: state(after) };
  return {
    preview: async ({ onEvent }: { onEvent(event: object): void }) => onEvent({ resourcePreEvent: { metadata } }),
  } as unknown as Stack;
}

const line = (object: string, field: string, what: string) => ({ class: "declared" as const, object, field, what, subject: "" });

/** Lines that are as the specs are at this moment, of a server that is new, one that is gone, one of somebody else, and a field. */
async function following(stack: Stack, urn: string, object: string, list: string, at: (address: string) => string) {
  const lines = [
    line(object, `${list}[${at("10.0.0.3")}]`, "server 10.0.0.3 added by hand"),
    line(object, `${list}[${at("10.0.0.1")}]`, "server 10.0.0.1 removed by hand"),
    line(object, `${list}[${at("10.0.0.9")}]`, "server 10.0.0.9 added by hand"),
    line(object, `${list}[${at("10.0.0.2")}]`, "server 10.0.0.2 removed by hand"),
    line(object, `${list}[${at("10.0.0.2")}].weight`, "weight of 10.0.0.2 is 0, not 1"),
    line("Pool other", `${list}[${at("10.0.0.3")}]`, "server 10.0.0.3 added by hand"),
  ];
  expect(hasServerDrift({ urn, drift: lines })).toBe(true);
  const follows = await serversOfProgram(stack);
  return lines.filter((one) => follows(urn, one)).map(({ what }) => what);
}

const MOVED = ["server 10.0.0.3 added by hand", "server 10.0.0.1 removed by hand"];

test.each(["default_pool", "pools"])("servers of Octavia that are as the specs have them are no drift, in %s", async (place) => {
  const inputs = (...addresses: string[]) => {
    const pool = { name: "shop", protocol: "HTTP", members: addresses.map((address) => ({ address, protocol_port: 30080 })) };
    const listener = { protocol: "HTTP", protocol_port: 80, ...(place === "default_pool" ? { default_pool: pool } : {}) };
    const loadBalancer = { name: "lb", listeners: [listener], ...(place === "pools" ? { pools: [pool] } : {}) };
    return packed({ owner: "o", loadBalancer }, pathsWith(LOAD_BALANCER.fields, "packed"), () => undefined);
  };
  const stack = stackOf("octavia:LoadBalancer", "lb", inputs("10.0.0.1", "10.0.0.2"), inputs("10.0.0.2", "10.0.0.3"));
  expect(await following(stack, `${URN}octavia:LoadBalancer::lb`, "Pool shop", "members", (address) => `${address}:30080`)).toEqual(MOVED);
});

test("servers of Avi that are as the specs have them are no drift", async () => {
  const inputs = (...addresses: string[]) => ({
    owner: "o",
    pool: { name: "shop", servers: addresses.map((addr) => ({ ip: { addr, type: "V4" }, port: 8080 })) },
  });
  const stack = stackOf("avi:Pool", "shop", inputs("10.0.0.1", "10.0.0.2"), inputs("10.0.0.2", "10.0.0.3"));
  expect(await following(stack, `${URN}avi:Pool::shop`, "Pool shop", "servers", (address) => `${address}:8080`)).toEqual(MOVED);
});

test("nothing is asked for drift without servers", () => {
  expect(hasServerDrift({ urn: "u", drift: [line("Pool shop", "description", "description of Pool shop set by hand")] })).toBe(false);
});
