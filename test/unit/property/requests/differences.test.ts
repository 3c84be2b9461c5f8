import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { type ParsedRequest, parseRequest } from "../../../../requests/answer/request";
import { sameAnswer } from "../../../../requests/differences/answers-equal";
import type { ComparisonResult } from "../../../../requests/differences/difference";
import { differences } from "../../../../requests/differences/differences";
import { narrowest } from "../../../../requests/table/host-names";
import type { RoutingTable } from "../../../../requests/table/routing-table";
import { byTier } from "../../../support/tier";
import { MUTATIONS, mutated, NO_OPS } from "./mutants";
import { type Draw, drawing, requestOf, worldOf } from "./world";

// The differences of two sets of rules are those that requests find: none is missed, none is invented.

/** Pairs of worlds that have nothing in common, and of worlds with one change each. */
const WORLDS = byTier({ pr: 30, nightly: 100, release: 10_000 });
const CHANGED = byTier({ pr: 50, nightly: 100, release: 2_000 });
const REQUESTS = byTier({ pr: 30, nightly: 30, release: 100 });
/** The tier `release` draws a million requests. */
const PATIENCE = 1_200_000;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** The name under which both sides keep a request together. */
function nameOf(sent: ParsedRequest, ...sides: readonly RoutingTable[]): string {
  const names = sides.flatMap(({ addresses }) =>
    addresses
      .filter(({ group }) => group === (sent.group ?? "hosts"))
      .flatMap(({ ports }) => ports.filter(({ port }) => port === sent.port).flatMap(({ hosts }) => Object.keys(hosts))),
  );
  return narrowest(sent.host, (name) => names.includes(name));
}

/** Fails where a request is answered differently and no difference has it; true where it is. */
function judge(a: RoutingTable, b: RoutingTable, { differences: found }: ComparisonResult, draw: Draw): boolean {
  const request = requestOf(draw);
  const sent = parseRequest(request)!;
  const [was, is] = [answer(a, sent), answer(b, sent)];
  if (sameAnswer(was.answer, is.answer)) return false;
  const name = nameOf(sent, a, b);
  const lies = found.some(
    (one) =>
      one.port === sent.port &&
      one.host === name &&
      one.wasRule === was.rule &&
      one.isRule === is.rule &&
      one.was.kind === was.answer.kind &&
      one.is.kind === is.answer.kind,
  );
  if (!lies) expect.fail(`no difference has ${JSON.stringify(request)}: ${JSON.stringify([was.answer, is.answer, found])}`);
  return true;
}

/** Fails where a witness is answered otherwise than the difference says. */
function verify(a: RoutingTable, b: RoutingTable, { differences: found }: ComparisonResult): void {
  for (const { witness, was, is, wasRule, isRule } of found) {
    const sent = parseRequest(witness)!;
    const [first, second] = [answer(a, sent), answer(b, sent)];
    expect([first.answer, second.answer]).toEqual([was, is]);
    expect([first.rule === wasRule, second.rule === isRule]).toEqual([true, true]);
    expect(sameAnswer(first.answer, second.answer)).toBe(false);
  }
}

it(
  "finds every difference between two sets of rules, and no other",
  () => {
    let differing = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = drawing(seed);
        const regular = draw.chance(0.5);
        const [a, b] = [worldOf(draw, regular), worldOf(draw, regular)];
        const found = differences(a, b);
        verify(a, b, found);
        expect(found.limits).toEqual([]);
        // of long lists not all are tried
        if (!JSON.stringify([a, b]).includes('"list"')) expect(found.differences.filter(({ certain }) => !certain)).toEqual([]);
        for (let i = 0; i < REQUESTS; i++) if (judge(a, b, found, draw)) differing++;
      }),
      { numRuns: WORLDS },
    );
    expect(differing).toBeGreaterThan(WORLDS);
  },
  PATIENCE,
);

it.each(Object.entries(MUTATIONS))("finds the requests that change when %s", (_, mutation) => {
  let differing = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const a = worldOf(draw, draw.chance(0.5));
      const b = mutated(a, mutation, draw);
      const found = differences(a, b);
      verify(a, b, found);
      for (let i = 0; i < REQUESTS; i++) if (judge(a, b, found, draw)) differing++;
    }),
    { numRuns: CHANGED },
  );
  expect(differing).toBeGreaterThan(0);
});

it.each(Object.entries(NO_OPS))("finds nothing when %s", (_, mutation) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const a = worldOf(draw, draw.chance(0.5));
      expect(differences(a, mutated(a, mutation, draw)).differences).toEqual([]);
    }),
    { numRuns: CHANGED },
  );
});
