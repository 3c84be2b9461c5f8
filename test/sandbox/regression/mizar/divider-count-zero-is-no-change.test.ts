import { expect, test } from "vitest";
import { v1 } from "../../../../provider";

// Fields left out stay as the operator has them. Zero is not left out: the dividers of a VPC are scaled down to it.

const vpc = (spec: object) => ({
  owner: "pulumi-k8s-lb:shop/dev/mizar/c",
  metadata: { name: "v", namespace: "default" },
  spec: { ip: "10.0.0.0", prefix: 16, ...spec },
});
const changes = (before: object, after: object) => v1("mizar:Vpc").diff("default/v", vpc(before), vpc(after));

test.each([0, "0"])("dividers that go from 1 to %j are a change", async (dividers) => {
  expect(await changes({ dividers: 1 }, { dividers })).toMatchObject({ changes: true, replaces: [] });
});

test("dividers that nobody declares any more stay", async () => {
  expect(await changes({ dividers: 1 }, {})).toMatchObject({ changes: false });
});
