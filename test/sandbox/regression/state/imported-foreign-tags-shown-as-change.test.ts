import { expect, test } from "vitest";
import { v1 } from "../../../../provider";

const body = { name: "web", tags: ["prod"], listeners: [], pools: [] };
const program = { owner: "o", loadBalancer: body };
const found = (...tags: string[]) => ({ ...program, imported: true, loadBalancer: { ...body, tags } });

/** The run after an import leaves tags of others where they are, and yet the preview showed them as a change. */
test.each([
  [["prod", "others"], false],
  [["others"], true],
] as const)("an import finds the tags %j", async (tags, changes) => {
  expect(await v1("octavia:LoadBalancer").diff("id", found(...tags), program)).toMatchObject({ changes, replaces: [] });
});
