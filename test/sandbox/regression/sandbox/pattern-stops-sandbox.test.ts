import { expect, test } from "vitest";
import { namePattern } from "../../../../provider/octavia/preview/tree-rules";
import { contentFaults } from "../../../../sandbox/kubernetes/schema/schema";
import { regexFault } from "../../../../sandbox/octavia/regex-fault";
import { allows } from "../../../../sandbox/openstack/access-rules";
import { Front } from "../../../../sandbox/shared/front";
import type { HttpRequest } from "../../../../sandbox/shared/http";

// A fault for /(a|a|a|a)*#/, the pattern of a CRD, an access rule with many ** and a subnet_name with many * tried every way through a long
// text, and the sandbox or the run never came back.

const LONG = "a".repeat(4000);
const request = (written: string) => ({ method: "GET", written, body: "", headers: {} }) as unknown as HttpRequest;

test("a fault with many ways through a path lets it pass in time", () => {
  const { faults } = new Front(0, { bodies: {} }, () => undefined, [{ path: "/(a|a|a|a)*#$/", status: 500 }]);
  expect(faults.take(request(`/${LONG}`))).toBeUndefined();
  expect(faults.take(request("/aa#"))).toBeDefined();
});

test("a fault with what RE2 does not know is refused", () => {
  const { faults } = new Front(0, { bodies: {} }, () => undefined);
  expect(() => faults.add({ path: "/a(?=b)/" })).toThrow("/a(?=b)/ is no regular expression of RE2");
});

test("the pattern of a definition is held against a long value in time", () => {
  const schema = { type: "string", pattern: "^(a|a|a|a)*#$" };
  expect(contentFaults(schema, LONG, undefined, "spec")).toHaveLength(1);
  expect(contentFaults(schema, "aa#", undefined, "spec")).toEqual([]);
});

test("an access rule with many parts of any number is held against a long path in time", () => {
  const rules = [{ service: "network", method: "GET", path: `/${"**a".repeat(30)}/x` }];
  expect(allows(rules, "network", request(`/${LONG}`))).toBe(false);
  expect(allows(rules, "network", request(`/${"a".repeat(40)}/x`))).toBe(true);
});

test("the name of a subnet is held against patterns in time", () => {
  for (const pattern of [`${"*a".repeat(30)}x`, "~(a|a|a|a)*x"]) expect(namePattern(pattern)?.(LONG)).toBe(false);
  expect(["ext-*", "~ext-[0-9]+", "!ext-*"].map((one) => namePattern(one)?.("ext-1"))).toEqual([true, true, false]);
  expect(["~(", "~a(?=b)"].map((one) => namePattern(one))).toEqual([undefined, undefined]);
});

test("an expression of Octavia is read without running it, in the words of Python", () => {
  const faults = ["(", "[a", "*a", "a**", "a{2,1}", "(?<n>a)", "[b-a]", "^*", "a(?=b)", "(?i)a", "a{,3}", "[]a]"].map(regexFault);
  expect(faults).toEqual([
    "missing ), unterminated subpattern at position 0",
    "unterminated character set at position 0",
    "nothing to repeat at position 0",
    "multiple repeat at position 2",
    "min repeat greater than max repeat at position 2",
    "unknown extension ?<n at position 1",
    "bad character range b-a at position 1",
    "nothing to repeat at position 1",
    ...[undefined, undefined, undefined, undefined],
  ]);
});
