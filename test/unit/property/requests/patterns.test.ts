import fc from "fast-check";
import { expect, it } from "vitest";
import { Algebra } from "../../../../requests/patterns/algebra";
import { isFound } from "../../../../requests/patterns/engine";
import { expressionOf } from "../../../../requests/patterns/parse";
import { draws } from "../../../support/tier";

// Patterns that JavaScript, RE2 and PCRE read alike are found in the same texts; of others nothing is said that is wrong. Texts are short, so
// that JavaScript answers in time.

const text = fc.string({ unit: fc.constantFrom(..."abAB1/.-_ "), maxLength: 8 });

const atom = fc.constantFrom(
  ..."a b A 1 / \\. \\/ - _ . [ab] [^a] [a-b1] [^/]+ \\d \\w \\D \\W \\b \\B ^ $ [\\d-] \\x61 [.] [A-B] \\- (?:)".split(" "),
);
const { pattern } = fc.letrec<{ pattern: string; part: string; sequence: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc
      .tuple(
        atom.filter((one) => !/^(\^|\$|\\[bB]|\[\^\/\]\+)$/.test(one)),
        fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?"),
      )
      .map((one) => one.join("")),
    tie("pattern").map((inner) => `(${inner})`),
    tie("pattern").map((inner) => `(?:${inner})?`),
    tie("pattern").map((inner) => `(${inner})*`),
  ),
  sequence: fc.array(tie("part"), { maxLength: 4 }).map((parts) => parts.join("")),
  pattern: fc.oneof(
    { maxDepth: 3 },
    tie("sequence"),
    fc.tuple(tie("sequence"), tie("sequence")).map(([one, other]) => `${one}|${other}`),
  ),
}));

it("a pattern of the common syntax is found where JavaScript finds it", () => {
  fc.assert(
    fc.property(pattern, fc.boolean(), fc.array(text, { minLength: 3, maxLength: 6 }), (one, fold, texts) => {
      const expression = new RegExp(one, fold ? "i" : "");
      for (const each of texts) expect(isFound(one, fold, each), `${one} in ${each}`).toBe(expression.test(each));
    }),
    { numRuns: draws(3_000) },
  );
});

it("the algebra finds the same texts", () => {
  fc.assert(
    fc.property(pattern, fc.boolean(), fc.array(text, { minLength: 3, maxLength: 6 }), (one, fold, texts) => {
      const algebra = new Algebra();
      const expression = expressionOf(algebra, one, fold);
      if (!expression) return;
      for (const each of texts) {
        const rest = [...each].reduce((left, character) => algebra.after(left, character.codePointAt(0)!), algebra.begun(expression));
        expect(algebra.isMet(rest), `${one} in ${each}`).toBe(isFound(one, fold, each));
      }
    }),
    { numRuns: draws(1_500) },
  );
});

it("of lookarounds and references nothing is denied that JavaScript finds", () => {
  const special = fc
    .tuple(pattern, fc.constantFrom("(?=", "(?!", "(?<=", "(?<!"), pattern, pattern)
    .map(([before, look, inner, after]) => `(a|b|)(?:${before})${look}${inner})(?:${after})\\1`);
  fc.assert(
    fc.property(special, fc.boolean(), fc.array(text, { minLength: 3, maxLength: 6 }), (one, fold, texts) => {
      const expression = new RegExp(one, fold ? "i" : "");
      for (const each of texts) if (expression.test(each)) expect(isFound(one, fold, each), `${one} in ${each}`).toBeUndefined();
    }),
    { numRuns: draws(1_500) },
  );
});
