import { expect, test } from "vitest";
import { v1 } from "../../provider";
import { UNKNOWN } from "../../provider/lifecycle/json";

const olds = {
  "avi:SharedVS": { owner: "o", virtualService: { name: "c1--a" }, vsVip: { name: "c1--a" } },
  "kubernetes:ObjectStatus": { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web", status: { loadBalancer: {} } },
};

/** What preview cannot know may be what is there: it shows a change, and the run that knows it decides. */
test.each([
  ["avi:SharedVS", "virtualService", { name: UNKNOWN }, { name: "c1--b" }],
  ["kubernetes:ObjectStatus", "name", UNKNOWN, "other"],
] as const)("%s with an unknown identity shows a change and no replacement", async (kind, field, unknown, another) => {
  const before = olds[kind];
  const diff = async (value: unknown) => v1(kind).diff?.("admin/uuid", before, { ...before, [field]: value });
  expect(await diff(unknown)).toMatchObject({ changes: true, replaces: [] });
  expect((await diff(another))?.replaces).toContain(field);
});
