import { expect, test } from "vitest";
import { v1 } from "../../../../provider";
import type { Json } from "../../../../resources/kind";

// The operator keeps a VPC while it has subnets, and a subnet while it has endpoints. Where a VPC is replaced, the engine asks of what
// depends on it by an input whether that is replaced too, with the input unknown, and deletes that first.

/** Placeholder of the engine for a value that is not known yet. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const subnet = (within: Json | undefined) => ({
  owner: "pulumi-k8s-lb:shop/dev/mizar/c",
  metadata: { name: "net1", namespace: "default" },
  spec: { vpc: "v", ip: "10.10.1.0", prefix: 24 },
  __within: within,
});
const diff = (before: Json | undefined, after: Json) => v1("mizar:Subnet").diff("default/net1", subnet(before), subnet(after));

test("a subnet is replaced with its VPC", async () => {
  expect(await diff(["v"], UNKNOWN)).toEqual({
    ...{ changes: true, replaces: ["__within"], deleteBeforeReplace: true },
    details: expect.any(Function),
  });
});

test("that it is in a VPC changes nothing, also where the state of an import does not say so", async () => {
  expect(await diff(undefined, ["v"])).toMatchObject({ changes: false, replaces: [] });
});
