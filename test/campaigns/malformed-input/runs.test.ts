import fc from "fast-check";
import { expect } from "vitest";
import { UNKNOWN } from "../../../sdk/specs/object";
import { type Case, campaign } from "../lib/campaign";
import { changed, type HostileTable, TABLES, translated } from "./tables";

/** Manifests in one case; all cases make a million. */
const AT_ONCE = 1_000;
/** One of so many is translated once more. */
const TWICE = 10;
const ROUNDS = Math.ceil(1_000_000 / AT_ONCE / TABLES.length);

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    "",
    "\0",
    "__proto__",
    "constructor",
    "../..",
    "%",
    "a".repeat(300),
    "١",
    "1e3",
    -0,
    2 ** 53,
    Number.NaN,
    UNKNOWN,
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const blows = fc.array(fc.record({ place: fc.nat(), value: hostile }), { minLength: 1, maxLength: 4 });

/** The subject of a table with other values in some places. */
function struck(table: HostileTable, given: readonly { place: number; value: unknown }[]): unknown {
  return given.reduce<unknown>((object, { place, value }) => {
    const all = placesOf(object).slice(1);
    const at = all[place % all.length];
    return at === undefined ? object : changed(object, at, () => value);
  }, table.subject);
}

function placesOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null || at.split("/").length > 12) return [at];
  const part = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  return [at, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, `${at}/${part(key)}`))];
}

const cases: Case[] = TABLES.flatMap((table) =>
  Array.from({ length: ROUNDS }, (_, round) => ({
    name: `${table.name}, round ${round + 1}`,
    async run(draw) {
      const property = fc.property(blows, fc.nat(TWICE - 1), (given, again) => {
        const object = struck(table, given);
        const once = translated(table, object);
        if (again === 0) expect(JSON.stringify(translated(table, object))).toBe(JSON.stringify(once));
      });
      fc.assert(property, { seed: draw("manifests", 2 ** 31), numRuns: AT_ONCE });
      return { verdict: "never throws", words: `${AT_ONCE} manifests, each tenth the same twice`, points: AT_ONCE };
    },
  })),
);

campaign("malformed manifests", cases, { sample: 1, limitMs: 120_000 });
