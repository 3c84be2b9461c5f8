import { expect, test } from "vitest";
import { withValue } from "./lib/fields";
import { FIXED, MUTABLE } from "./lib/octavia-fields";
import { full, small } from "./lib/octavia-samples";
import { created, expectQuiet, octaviaWorld, writesSeen } from "./lib/octavia-world";

const world = octaviaWorld();

test("every field that changes is previewed, written by one call, held by the server, and quiet afterwards", async () => {
  const resource = await created(world, full());
  for (const [path, other, write] of MUTABLE) {
    const inputs = withValue(full(), path, other);
    expect(await resource.preview(inputs), path).toEqual({ changes: true, replaces: [] });
    world.proxy.calls.splice(0);
    expect(await resource.up(inputs), path).toBe("updated");
    expect(writesSeen(world), path).toEqual([write]);
    await expectQuiet(resource, inputs, path);
    world.proxy.calls.splice(0);
    await resource.up(full());
    expect(writesSeen(world), `${path} back`).toHaveLength(1);
  }
  await expectQuiet(resource, full());
}, 120_000);

test("a field that is declared no more goes back to its default", async () => {
  const resource = await created(world, full());
  const optional = MUTABLE.map(([path]) => path).filter((path) => {
    const leaf = path.split(".").at(-1) ?? "";
    const required = ["name", "lb_algorithm", "delay", "timeout", "max_retries", "type", "compare_type", "value", "cookie_name", "key"];
    return !/\d$/.test(leaf) && ![...required, "redirect_pool", "redirect_url", "X-Forwarded-For"].includes(leaf);
  });
  for (const path of optional) {
    const inputs = withValue(full(), path, null);
    const bare = without(full(), path);
    world.proxy.calls.splice(0);
    await resource.up(bare);
    expect(writesSeen(world).length, path).toBeLessThanOrEqual(1);
    await expectQuiet(resource, bare, path);
    expect((await resource.preview(inputs)).changes, path).toBe(false);
    await resource.up(full());
  }
}, 120_000);

test("what the API never changes replaces the load balancer", async () => {
  const resource = await created(world, small());
  for (const [path, other] of FIXED) {
    expect(await resource.preview(withValue(small(), path, other)), path).toEqual({ changes: true, replaces: ["loadBalancer"] });
  }
  const inputs = withValue(small(), "loadBalancer.vip_address", "198.51.100.77");
  expect(await resource.up(inputs)).toBe("replaced");
  expect(resource.state?.outs.vipAddress).toBe("198.51.100.77");
  await expectQuiet(resource, inputs);
  // What the server gave is no reason to replace anything when the program no longer asks for it, or asks for just that.
  expect((await resource.preview(small())).replaces).toEqual([]);
});

function without<T extends object>(root: T, path: string): T {
  const copy = structuredClone(root);
  const steps = path.split(".");
  const last = steps.pop() as string;
  let at = copy as { [key: string]: unknown };
  for (const step of steps) at = at[step] as { [key: string]: unknown };
  delete at[last];
  return copy;
}
