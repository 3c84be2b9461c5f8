import { expect, test } from "vitest";
import { findingLines, findingText } from "../../../../requests/review/findings";
import type { Diagnostic } from "../../../../resources/diagnostic";

const one = (name: string, more: Partial<Diagnostic> = {}, file = "web.yaml"): Diagnostic => ({
  code: "LB1302",
  severity: "warning",
  object: { apiVersion: "v1", kind: "Service", namespace: "default", name, source: { file } },
  pointer: "/spec",
  message: "it is odd",
  ...more,
});

test("what facts hold names neither file nor line", () => {
  expect(findingText(one("a", { message: "web.yaml has it twice" }))).toBe("LB1302 Service default/a /spec: the file has it twice");
  expect(findingText(one("a", {}, "/home/me/web.yaml"))).toBe(findingText(one("a", {}, "/ci/web.yaml")));
});

test("a first run has all in full, errors first", () => {
  expect(findingLines([], [one("a"), one("b", { severity: "error", message: "it is wrong", remedy: "Mend it" })])).toEqual({
    isNew: true,
    isGone: false,
    text: [
      "1 error and 1 warning about the specs:",
      "LB1302 web.yaml: Service default/b /spec: it is wrong. Mend it",
      "LB1302 web.yaml: Service default/a /spec: it is odd",
    ].join("\n"),
  });
  expect(findingLines([], [])).toBeUndefined();
});

test("what the last run had already is a count, what is new and what is gone are in full", () => {
  const before = [one("a"), one("b", { severity: "error" }), one("c")];
  const known = before.map(findingText);
  expect(findingLines(known, before)).toEqual({ isNew: false, isGone: false, text: "1 error and 2 warnings as before: `k8s-lb validate`" });
  expect(findingLines(known, [one("a"), one("d"), one("c", { message: "it is odder" })])?.text.split("\n")).toEqual([
    "2 warnings about the specs:",
    "LB1302 web.yaml: Service default/d /spec: it is odd",
    "LB1302 web.yaml: Service default/c /spec: it is odder",
    "no longer: LB1302 Service default/b /spec: it is odd",
    "no longer: LB1302 Service default/c /spec: it is odd",
    "1 warning as before: `k8s-lb validate`",
  ]);
  expect(findingLines(known.slice(0, 2), [one("a")])).toEqual({
    isNew: false,
    isGone: true,
    text: [
      "1 finding about the specs no longer holds:",
      "no longer: LB1302 Service default/b /spec: it is odd",
      "1 warning as before: `k8s-lb validate`",
    ].join("\n"),
  });
});
