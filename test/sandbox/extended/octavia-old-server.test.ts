// A server before API 2.5 has no tags: our mark is part of the description.
import { expect, test } from "vitest";
import { Resource } from "../lib/engine";
import { withValue } from "../lib/fields";
import { full, MARK, small } from "../lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "../lib/octavia-world";
import { created, expectQuiet } from "../lib/world";

const world = octaviaWorld({ OCTAVIA_API_VERSION: "2.4" });

test("the mark stands in the description, and nothing is sent that the server does not know", async () => {
  const resource = await created(world, "octavia:LoadBalancer", withValue(small(), "loadBalancer.description", "my web"));
  expect(await atRest(world, resource.state?.id ?? "")).toMatchObject({ description: `my web [${MARK}]`, tags: [] });
  await expectQuiet(resource, withValue(small(), "loadBalancer.description", "my web"));
  await resource.up(small());
  expect(await atRest(world, resource.state?.id ?? "")).toMatchObject({ description: `[${MARK}]` });
  await expectQuiet(resource, small());
});

test("ours is found again by it", async () => {
  const first = await created(world, "octavia:LoadBalancer", small());
  const second = new Resource(world.host, "octavia:LoadBalancer");
  await second.up(small());
  expect(second.state?.id).toBe(first.state?.id);
  expect(writesSeen(world)).toEqual([]);
});

test("what is newer than the server is refused before anything is written", async () => {
  await expect(new Resource(world.host, "octavia:LoadBalancer").up(full())).rejects.toThrow(
    /LB2038: .*Octavia API 2\.\d+.*, the server has 2\.4/s,
  );
  expect(writesSeen(world)).toEqual([]);
});
