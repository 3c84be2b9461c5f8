import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { comparedRequests, type RequestChange } from "../../../../requests/differences/changes";
import { differences } from "../../../../requests/differences/differences";
import { packedRules, unpackedRules } from "../../../../requests/table/packed";
import { draws } from "../../../support/tier";
import { MUTATIONS, mutated } from "./mutants";
import { drawing, requestOf, worldOf } from "./world";

// Rules of a state answer as those that were packed, alone and beside another side that shares hosts with them.

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("answers every request as the rules do that were packed", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const rules = worldOf(draw);
      const found = unpackedRules(stored(packedRules(rules)), rules.servers);
      if (!found) expect.fail("it cannot be read");
      for (let i = 0; i < 30; i++) {
        const sent = parseRequest(requestOf(draw))!;
        expect(answer(found, sent).answer).toEqual(answer(rules, sent).answer);
      }
      expect(differences(rules, found).differences).toEqual([]);
    }),
    { numRuns: draws(100) },
  );
});

it("finds between two packed sides what differs between the sides", () => {
  fc.assert(
    fc.property(seeds, fc.boolean(), (seed, isNear) => {
      const draw = drawing(seed);
      const a = worldOf(draw);
      const b = isNear ? mutated(a, draw.pick(Object.values(MUTATIONS)), draw) : worldOf(draw);
      const was = unpackedRules(stored(packedRules(a)), a.servers);
      const is = unpackedRules(stored(packedRules(b)), b.servers, was);
      const regions = (all: readonly RequestChange[]) =>
        all.map(({ host, region, how, was: from, is: to }) => JSON.stringify({ host, region, how, from, to })).sort();
      expect(was && is && regions(comparedRequests(was, is).changes)).toEqual(regions(comparedRequests(a, b).changes));
    }),
    { numRuns: draws(100) },
  );
});

it("reads nothing of another version, and nothing that somebody has changed by hand", () => {
  const packed = packedRules(worldOf(drawing(1)));
  expect(unpackedRules(stored({ ...packed, v: 1 }))).toBeUndefined();
  expect(unpackedRules(stored({ ...packed, hosts: { "a.x": [1] } }))).toBeUndefined();
  expect(unpackedRules(stored({ ...packed, answers: [] }))).toBeUndefined();
});
