import fc from "fast-check";
import { expect, it } from "vitest";
import { effectOf } from "../../../../requests/answer/effect";
import { parseRequest } from "../../../../requests/answer/request";
import { sameAnswer } from "../../../../requests/differences/answers-equal";
import { answerText } from "../../../../requests/messages";
import type { ServedForward } from "../../../../requests/table/routing-table";
import { draws } from "../../../support/tier";

// Header edits were no part of the words: a review told `~ http://shop.x: default/web:80, was default/web:80`.

const edits = fc.record(
  {
    set: fc.dictionary(fc.constantFrom("x-a", "x-b"), fc.constantFrom("1", "2"), { minKeys: 1 }),
    add: fc.dictionary(fc.constantFrom("x-a", "x-b"), fc.constantFrom("1", "2"), { minKeys: 1 }),
    remove: fc.uniqueArray(fc.constantFrom("x-a", "x-b"), { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const part = fc.record({ weight: fc.constantFrom(1, 1, 9), service: fc.constantFrom("default/a:80", "default/b:80") });
const forwards: fc.Arbitrary<ServedForward> = fc.record(
  {
    forward: fc.uniqueArray(part, { minLength: 1, selector: ({ service }) => service }),
    path: fc.constantFrom({ full: "/a" }, { from: "/a", to: "/b" }),
    host: fc.constantFrom("h.com", "i.com"),
    request: edits,
    response: edits,
    tls: fc.constant("passthrough" as const),
    timeout: fc.constantFrom(5, "infinite" as const),
    retry: fc.constantFrom("3 times on 5xx", "once"),
  },
  { requiredKeys: ["forward"] },
);
const ASKED = parseRequest({ url: "http://shop.x/a/c" })!;

it("answers that clients can tell apart have other words", () => {
  fc.assert(
    fc.property(forwards, forwards, (one, other) => {
      const [was, is] = [one, other].map((to) => effectOf(to, ASKED, undefined)) as [never, never];
      if (!sameAnswer(was, is)) expect(answerText(is, true)).not.toBe(answerText(was, true));
    }),
    { numRuns: draws(2_000) },
  );
});
