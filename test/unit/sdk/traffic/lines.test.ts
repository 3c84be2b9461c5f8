import { describe, expect, it } from "vitest";
import { LineSplitter, MOST_CHARACTERS, type TakeLine } from "../../../../sdk/traffic/lines";
import { isDocument, ObjectSplitter } from "../../../../sdk/traffic/objects";

type Kind = new (take: TakeLine) => LineSplitter | ObjectSplitter;

/** Lines and numbers, with the text cut into pieces of a length. */
function split(Kind: Kind, text: string, length: number): [string | undefined, number][] {
  const lines: [string | undefined, number][] = [];
  const splitter = new Kind((line, number) => lines.push([line, number]));
  for (let at = 0; at < text.length; at += length) splitter.push(text.slice(at, at + length));
  splitter.end();
  return lines;
}

const LENGTHS = [1, 2, 3, 7, 1_000_000];

describe.each(LENGTHS)("lines of a log in pieces of %d characters", (length) => {
  it("are whole, without line ends, and empty ones are left out", () => {
    expect(split(LineSplitter, "a\nbc\r\n\nd", length)).toEqual([
      ["a", 1],
      ["bc", 2],
      ["d", 4],
    ]);
  });

  it("are the objects of a JSON document, each with the line where it begins", () => {
    const document = '{"count": 2, "results": [\n{"a": "}]{\\"[", "b": [1, {"c": 2}]},\n  {"a": 2}\n], "next": {"d": []}}';
    expect(split(ObjectSplitter, document, length)).toEqual([
      ['{"a": "}]{\\"[", "b": [1, {"c": 2}]}', 2],
      ['{"a": 2}', 3],
    ]);
  });
});

describe("a line that is too long", () => {
  it("is counted and never held", () => {
    const long = "x".repeat(MOST_CHARACTERS + 1);
    expect(split(LineSplitter, `a\n${long}\nb`, 1000)).toEqual([
      ["a", 1],
      [undefined, 2],
      ["b", 3],
    ]);
    expect(split(ObjectSplitter, `[{"a":1},{"a":"${long}"},{"b":1}]`, 1000)).toEqual([
      ['{"a":1}', 1],
      [undefined, 1],
      ['{"b":1}', 1],
    ]);
  });

  it("of exactly the most characters is read", () => {
    expect(split(LineSplitter, "x".repeat(MOST_CHARACTERS), 1000)[0]?.[0]).toHaveLength(MOST_CHARACTERS);
  });

  it("of an object that never ends is one unread line", () => {
    expect(split(ObjectSplitter, '[{"a":1},{"b":', 5)).toEqual([
      ['{"a":1}', 1],
      [undefined, 1],
    ]);
  });
});

describe("a document of JSON", () => {
  it.each([
    ['{"count": 1, "results": [{"a": 1}]}', true],
    ["[\n{}]", true],
    ["{\n", true],
    ['{"results": [{"a', true],
    ['{"method": "GET"}\n{"method": "PUT"}', false],
    ['{"method": "GE', false],
    ['[2026-11-27T10:00:00.000Z] "GET / HTTP/1.1" 200', false],
    ["10.0.0.1 - - [27/Nov/2026:10:00:00 +0000]", false],
  ])("%s: %s", (text, is) => {
    expect(isDocument(text)).toBe(is);
  });
});
