import { expect, test } from "vitest";
import { requestLines } from "../../../../sdk/requests/change-lines";
import type { RequestChange } from "../../../../sdk/requests/changes";

const change = (host: string, more: Partial<RequestChange> = {}): RequestChange => ({
  region: `http://${host}`,
  host,
  witness: { url: `http://${host}/`, method: "GET", headers: {}, from: null },
  was: { kind: "status", status: 404 },
  is: { kind: "forward", to: [{ service: "team1/site:80", share: 1, servers: [] }] },
  wasRule: null,
  isRule: { object: `Ingress team1/${host}`, pointer: "/spec/rules/0", on: null },
  certain: true,
  ...more,
});

test("hosts that change alike share a line", () => {
  expect(requestLines([..."abcde"].map((name) => change(`${name}.example.com`)))).toEqual([
    "5 kinds of requests are answered differently",
    "  + 5 hosts: http://a.example.com, http://b.example.com, http://c.example.com and 2 more -> team1/site:80",
  ]);
});

test("a review has twenty lines at most, and says how many are left out", () => {
  const many = Array.from({ length: 30 }, (_, i) => change(`h${i}.example.com`, { region: `http://h${i}.example.com/${"x".repeat(i)}` }));
  const lines = requestLines(many);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe("  and 11 more lines: -o json has all of them");
});

test("what may not be all is said, and by whom a request is answered where that changes", () => {
  const was = { kind: "forward" as const, to: [{ service: "team0/web:80", share: 1 }] };
  const wasRule = { object: "Ingress team0/shop", pointer: "/spec/rules/0/http/paths/0", on: null };
  expect(requestLines([change("a.x", { was, wasRule, certain: false })])[1]).toBe(
    "  ~ http://a.x, perhaps others: team1/site:80 (by Ingress team1/a.x /spec/rules/0), was team0/web:80 (by Ingress team0/shop /spec/rules/0/http/paths/0)",
  );
  expect(requestLines([change("a.x", { was, is: { kind: "closed", reason: "nothing listens at port 80" } })])[1]).toBe(
    "  - http://a.x: now closed: nothing listens at port 80, was team0/web:80",
  );
  expect(requestLines([])).toEqual([]);
});
