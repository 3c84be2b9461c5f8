import { expect, it } from "vitest";
import { assertOurs, type Ownership } from "../../../../provider/lifecycle/ownership";

// A run with --target that left the inventory out blamed another state for an object that its own component had created under another form.

const owner = "pulumi-k8s-lb:shop/prod/c1/main";
const found = { object: "Pool c1--default-web", id: "pool-1", marks: [owner], nonce: "abc", known: false };
const messageOf = (ownership: Pick<Ownership, "nonce">) => {
  try {
    assertOurs(found, { owner, adopt: false, ...ownership });
    return "passes";
  } catch (error) {
    return String(error);
  }
};

it("a run that does not know its nonce says so, and what to do", () => {
  const message = messageOf({ nonce: "" });
  expect(message).toContain(
    "(pool-1); without the inventory of its component, which --target leaves out, this run cannot tell whether that component created it",
  );
  expect(message).toContain("Run `pulumi up` without `--target`, or with the inventory of the component as a target too.");
  expect(message).not.toMatch(/another state|two states|second clone/);
});

it("a run that knows it names the other state", () => {
  expect(messageOf({ nonce: "xyz" })).toContain("was created by another state of the same name (pool-1)");
  expect(messageOf({ nonce: "abc" })).toBe("passes");
});
