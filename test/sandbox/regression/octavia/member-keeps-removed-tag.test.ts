import { expect, test } from "vitest";
import { memberSteps } from "../../../../provider/octavia/plan/pools";
import { normalTree } from "../../../../provider/octavia/tree/normal";

const pool = (tags?: string[]) => {
  const members = [{ name: "a", address: "10.0.0.1", protocol_port: 80, ...(tags ? { tags } : {}) }];
  const [made] = normalTree({
    name: "web",
    listeners: [],
    pools: [{ name: "web", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members }],
  }).pools;
  if (!made) throw new Error("the tree has no pool");
  return made;
};

/** The batch that writes the members of a pool sent the tags that were there before with the declared ones. */
test.each([
  { before: ["one"], live: ["one"], wanted: ["other"], sent: ["other"] },
  { before: ["one"], live: ["one"], wanted: undefined, sent: [] },
  { before: ["one"], live: ["one", "theirs"], wanted: ["other"], sent: ["theirs", "other"] },
])("a member with the tags $live goes from $before to $wanted", ({ before, live, wanted, sent }) => {
  const [batch] = memberSteps(pool(wanted), pool(live), pool(before));
  expect(batch?.body?.members).toEqual([{ name: "a", address: "10.0.0.1", protocol_port: 80, tags: sent }]);
});
