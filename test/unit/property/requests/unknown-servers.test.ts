import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import type { Answer } from "../../../../requests/answer/effect";
import { parseRequest } from "../../../../requests/answer/request";
import { isUnanswered, sameAnswer } from "../../../../requests/differences/answers-equal";
import { comparedRequests } from "../../../../requests/differences/changes";
import { packedRules, unpackedRules } from "../../../../requests/table/packed";
import type { Part, RoutingTable } from "../../../../requests/table/routing-table";
import { withUnknownServers } from "../../../../requests/table/unknown-servers";
import { withAnswers } from "../../../../requests/table/with-answers";
import { draws } from "../../../support/tier";
import { MUTATIONS, mutated } from "./mutants";
import { type Draw, drawing, requestOf, worldOf } from "./world";

// Specs without Endpoints: every part names its pool, of which some were there before the change. No request that reaches a new pool, or another
// Service, is answered differently in silence, also where both sides went through a state.

const POOLS = ["p1", "p2", "p3", "p4"];

function withoutEndpoints(rules: RoutingTable, draw: Draw): RoutingTable {
  const part = (one: Part): Part => (one.service === undefined ? one : { ...one, pool: draw.pick(POOLS) });
  const servers = Object.fromEntries(Object.keys(rules.servers ?? {}).map((service) => [service, { ready: [], kept: true as const }]));
  return { ...withAnswers(rules, (to) => ("forward" in to ? { ...to, forward: to.forward.map(part) } : to)), servers };
}

const isUnknown = (one: Answer): boolean => one.kind === "forward" && one.to.some(({ unknown }) => unknown);

it("has a change for every request that a change answers differently, new pools included", () => {
  let lost = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.boolean(), (seed, isStored) => {
      const draw = drawing(seed);
      const world = worldOf(draw, false);
      const a = withoutEndpoints(world, draw);
      const b = withoutEndpoints(draw.chance(0.5) ? mutated(world, draw.pick(Object.values(MUTATIONS)), draw) : worldOf(draw, false), draw);
      const existing = new Set(POOLS.filter(() => draw.chance(0.5)));
      const stored = (rules: RoutingTable, like?: NonNullable<ReturnType<typeof unpackedRules>>) =>
        unpackedRules(JSON.parse(JSON.stringify(packedRules(rules))), {}, like);
      const before = isStored ? stored(a) : a;
      const planned = isStored ? stored(b, before as never) : b;
      if (!before || !planned) expect.fail("it cannot be read");
      const after = withUnknownServers(planned, existing);
      const { changes, limits } = comparedRequests(before, planned, existing);
      expect(limits).toEqual([]);
      for (let i = 0; i < 60; i++) {
        const request = requestOf(draw);
        const sent = parseRequest(request)!;
        const was: Answer = answer(before, sent).answer;
        const is: Answer = answer(after, sent).answer;
        if (sameAnswer(was, is) || (isUnanswered(was) && isUnanswered(is))) continue;
        const own = changes.find((one) => one.port === sent.port && sameKind(one.was, was) && sameKind(one.is, is));
        if (!own) expect.fail(`no change has ${JSON.stringify(request)}: ${JSON.stringify([was, is])}`);
        if (isUnknown(is) && !isUnanswered(was)) lost++;
      }
    }),
    { numRuns: draws(100) },
  );
  expect(lost).toBeGreaterThan(0);
});

/** Redirects and paths have a part of the request in them. */
const sameKind = (one: Answer, other: Answer): boolean =>
  one.kind === "forward" && other.kind === "forward"
    ? sameAnswer({ ...one, path: "" }, { ...other, path: "" })
    : one.kind === other.kind && (one.kind !== "status" || other.kind !== "status" || one.status === other.status);
