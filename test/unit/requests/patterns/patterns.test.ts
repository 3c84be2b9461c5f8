import { describe, expect, it } from "vitest";
import { Algebra } from "../../../../requests/patterns/algebra";
import { expressionOf } from "../../../../requests/patterns/parse";
import { PATH_CHARACTERS, wordsFor } from "../../../../requests/patterns/words";

const TEXTS = ["", "a", "b", "ab", "ba", "abb", "/a", "/a/", "/a/b", "/ab", "A", "a.b", "a1", "a12", "a1234", "x-y", "aXb", "a\\b", "é"];

describe("expressionOf", () => {
  it.each([
    ..."a ^a a$ ^a$ ^(a|b)$ ^a(/|$) (^|/)a ^(?:/[^/]+)*$ a.b a\\.b a{2} a?b+ ^a[0-9]{1,3}$ ^\\w+$ \\W [^a-c] [\\d-] ^[A-Z]*$ x-y".split(
      " ",
    ),
    ..."a|b$ a*?b \\x61 \\\\ ()|a ^(a$|b) a{1,} ^$ . [.] (a|ab)(b|)$".split(" "),
  ])("fits the texts that %s is found in", (pattern) => {
    for (const fold of [false, true]) {
      const algebra = new Algebra();
      const one = expressionOf(algebra, pattern, fold)!;
      const fits = (text: string) =>
        algebra.isMet([...text].reduce((rest, character) => algebra.after(rest, character.codePointAt(0)!), algebra.begun(one)));
      const expected = TEXTS.filter((text) => new RegExp(pattern, fold ? "i" : "").test(text));
      expect(TEXTS.filter(fits), `${pattern} ${fold}`).toEqual(expected);
    }
  });

  it.each(["(?=a)b", "(a)\\1", "\\bx", "a++", "a{100}", "(a", "a)", "[]", "*"])("leaves %s alone", (pattern) =>
    expect(expressionOf(new Algebra(), pattern)).toBeUndefined(),
  );
});

describe("wordsFor", () => {
  const fitting = (patterns: readonly string[]) => {
    const { words, complete } = wordsFor((algebra) => patterns.map((one) => expressionOf(algebra, one)!), PATH_CHARACTERS, "/");
    const together = words.map((word) => patterns.map((one) => Number(new RegExp(one).test(word))).join(""));
    return { complete, together: [...new Set(together)].sort() };
  };

  it("finds a text for everything that may fit together", () => {
    expect(fitting(["^/a", "b$"])).toEqual({ complete: true, together: ["00", "01", "10", "11"] });
    expect(fitting(["^/a$", "^/[a-c]+$", "^/.+x{3}$"])).toEqual({ complete: true, together: ["000", "001", "010", "110"] });
  });

  it("gives up in time", () => {
    const { complete } = wordsFor((algebra) => ["(a|b)*a(a|b){40}$"].map((one) => expressionOf(algebra, one)!), PATH_CHARACTERS, "/");
    expect(complete).toBe(false);
  });
});
