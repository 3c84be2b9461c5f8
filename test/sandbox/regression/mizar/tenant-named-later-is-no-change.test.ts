import { expect, test } from "vitest";
import { OWNER } from "../../lib/mizar-samples";
import { mizarWorld } from "../../lib/mizar-world";
import { created, expectQuiet } from "../../lib/world";

// Of an object without a tenant the state knew none: to give it one was no change, and it stayed where it was.

const world = mizarWorld({ MIZAR_TENANT: "te1" }, { mode: "arktos", tenants: ["te1", "te2"] });
const inTenant = (tenant?: string) => ({
  owner: OWNER,
  metadata: { name: "green", ...(tenant ? { tenant } : {}) },
  spec: { type: "mizar", vpcID: "vpc-1" },
});

test("an object of the tenant of the connection is replaced when the program names another one", async () => {
  const resource = await created(world, "mizar:ArktosNetwork", inTenant());
  expect(resource.state?.id).toBe("te1/green");
  expect(await resource.preview(inTenant("te1"))).toEqual({ changes: false, replaces: [] });
  expect(await resource.preview(inTenant("te2"))).toEqual({ changes: true, replaces: ["metadata"] });
  expect(await resource.up(inTenant("te2"))).toBe("replaced");
  expect(resource.state?.id).toBe("te2/green");
  await expectQuiet(resource, inTenant("te2"));
});
