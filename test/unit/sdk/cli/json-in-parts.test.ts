import { afterEach, expect, test, vi } from "vitest";
import { print } from "../../../../sdk/cli/output";

afterEach(() => vi.restoreAllMocks());

function printed(document: unknown): string {
  const parts: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((part) => parts.push(String(part)) > 0);
  print("json", document, () => "");
  return parts.join("");
}

test("a document that is written in parts is the text of the whole, with its keys in order", () => {
  const pool = { name: "a", servers: [{ port: 80, ip: { addr: "10.0.0.1" } }, undefined], text: "two\nlines", gone: undefined };
  const document = { statuses: [], owners: {}, objects: { vs: [], pool: [pool, null, undefined, "x"] }, gone: undefined, n: 1, none: null };
  const sorted = {
    n: 1,
    none: null,
    objects: {
      pool: [{ name: "a", servers: [{ ip: { addr: "10.0.0.1" }, port: 80 }, null], text: "two\nlines" }, null, null, "x"],
      vs: [],
    },
    owners: {},
    statuses: [],
  };
  expect(printed(document)).toBe(`${JSON.stringify(sorted, null, 2)}\n`);
  for (const one of [[], {}, null, "x", 3, [[[[1]]]], { a: undefined }]) expect(printed(one)).toBe(`${JSON.stringify(one, null, 2)}\n`);
});

test("a long document is written in several parts, whose characters are printable", () => {
  const document = { objects: Array.from({ length: 5000 }, (_, at) => ({ name: `pool-${at}`, text: "\u009b\u{1f600}" })) };
  expect(printed(document)).toBe(`${JSON.stringify(document, null, 2).replaceAll("\u009b", "\\u009b")}\n`);
  expect(vi.mocked(process.stdout.write).mock.calls.length).toBeGreaterThan(3);
});
