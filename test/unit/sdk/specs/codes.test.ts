import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CODES } from "../../../../provider";
import { codesWith, effectOf, isFatal, SPEC_CODES, type SpecCode, scopeOf } from "../../../../sdk/specs";

const ROOT = join(__dirname, "../../../..");
const codes = Object.keys(SPEC_CODES) as SpecCode[];

const runsOf = (text: string): string[] => {
  const words = text.split(/[^A-Za-z']+/).filter(Boolean);
  return words.slice(2).map((_, at) => words.slice(at, at + 3).join(" "));
};

/** Three words in a row of the sources, the tables left out. */
const written = new Set(
  ["sdk", "provider", "resources", "requests", "plugin"]
    .flatMap((room) => readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((file) => join(ROOT, room, file)))
    .filter((file) => file.endsWith(".ts") && !/codes(\.ts|\/)|types\.ts$/.test(file))
    .flatMap((file) => runsOf(readFileSync(file, "utf8"))),
);

it.each(codes)("%s: an error of it has an effect, unless it is a notice", (code) => {
  const { severity, effect } = SPEC_CODES[code];
  if (severity === "error") expect(effect).not.toBe("none");
  if (severity === "notice") expect(effect).toBe("none");
  expect(effectOf({ code, severity: "notice" })).toBe("none");
});

it.each(codes)("%s: the example is a message of it: three words in a row stand in the source", (code) => {
  expect(runsOf(SPEC_CODES[code].example).some((run) => written.has(run))).toBe(true);
});

it("a milder severity than usual has no effect: the object is served", () => {
  expect(effectOf({ code: "LB1307", severity: "error" })).toBe("route lost");
  expect(effectOf({ code: "LB1307", severity: "warning" })).toBe("none");
});

it("errors of text and shape alone are fatal, whatever the usual severity of their code is", () => {
  expect(codes.filter((code) => isFatal({ code, severity: "error" }))).toEqual(codes.filter((code) => scopeOf(code) === "input"));
  expect(isFatal({ code: "LB1005", severity: "error" })).toBe(true);
  expect(isFatal({ code: "LB1005", severity: "warning" })).toBe(false);
  expect(isFatal({ code: "LB1305", severity: "error" })).toBe(false);
});

it("a restriction that is lost is one code, and a code of the provider is about an object", () => {
  expect(codesWith("restriction lost")).toEqual(["LB1316"]);
  expect(scopeOf("LB2005")).toBe("object");
  expect(effectOf({ code: "LB2005", severity: "error" })).toBe("none");
});

it("every code of the provider has an example in one line", () => {
  for (const { example } of Object.values(CODES)) expect(example).toMatch(/^\S.{4,}$/);
});
