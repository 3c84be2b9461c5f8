import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import * as avi from "../../../sdk/targets/avi";
import * as octavia from "../../../sdk/targets/octavia";

// `Pool.get(...).pool` and the health monitor of a pool without one were no outputs: a program failed at `.apply`. And the body of a pool
// had any field.

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, id, inputs }) => ({ id: id || name, state: id ? { owner: "o", pool: { name: "held" } } : inputs }),
    call: () => ({}),
  });
});

const valueIn = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => void output.apply(resolve));

test("an input that the program leaves out is an output without a value", async () => {
  const pool = new avi.Pool("web", { pool: { name: "web", default_server_port: 80 } });
  const port: pulumi.Output<number | undefined> | undefined = pool.pool.default_server_port;
  expect(port && (await valueIn(port))).toBe(80);
  expect(await valueIn(pool.healthMonitor)).toBeUndefined();
  const child = new avi.SniVS("child", { poolGroups: [{ name: "g" }], policies: [], virtualService: { name: "c" } });
  expect(await valueIn(child.sslProfile)).toBeUndefined();
  expect(await valueIn(child.poolGroups.apply(([group]) => group?.name))).toBe("g");
});

test("what is read by its id has the bodies that the server has", async () => {
  const pool = avi.Pool.get("held", "admin/held");
  expect(await valueIn(pool.pool.name)).toBe("held");
  expect(await valueIn(pool.owner)).toBe("o");
  expect(pulumi.Output.isInstance(octavia.LoadBalancer.get("lb", "1").loadBalancer)).toBe(true);
});
