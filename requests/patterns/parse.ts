// Parses regular expressions into the terms of `algebra.ts`.

import { type Algebra, type Expression, folded, others, type Ranges } from "./algebra";
import { loosened } from "./loosened";
import { writtenOut } from "./tokens";

/** Limit of repetitions that are written out. */
const MOST = 64;

/** The longest expression that is parsed, with all repetitions written out. */
const MOST_CHARACTERS = 1024;

class Unsupported extends Error {}

/**
 * Texts that contain a match of the regular expression. Undefined for one with lookaheads, references or word boundaries: these need an
 * engine.
 */
export function expressionOf(algebra: Algebra, pattern: string, fold = false): Expression | undefined {
  if (isTooLong(pattern)) return undefined;
  try {
    return new Parser(algebra, pattern, fold).whole();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** A superset of the matching texts, for expressions that {@link expressionOf} does not support: lookarounds are ignored. */
export function looseExpressionOf(algebra: Algebra, pattern: string, fold = false): Expression | undefined {
  if (isTooLong(pattern)) return undefined;
  const looser = loosened(pattern)
    .replaceAll("(?s:.*)", "[^\\n]*")
    .replaceAll("(?s:.)", "[^\\n]")
    .replace(/\\[bB]/g, "")
    .replace(/\(\?P?<\w+>/g, "(");
  return expressionOf(algebra, looser, fold);
}

const isTooLong = (pattern: string): boolean => pattern.length > MOST_CHARACTERS || writtenOut(pattern) > MOST_CHARACTERS;

/** Comma-separated lists with an element that matches. Undefined also for an expression with inner anchors. */
export function listExpressionOf(algebra: Algebra, pattern: string): Expression | undefined {
  if (isTooLong(pattern)) return undefined;
  const [, begin = "", inner = "", end = ""] = /^(\^?)([\s\S]*?)((?<!\\)\$)?$/.exec(pattern) ?? [];
  const isBound = (begin !== "" || end !== "") && inner.includes("|") && !/^\(([^()]*)\)$/.test(inner);
  if (isBound || /[\^$]/.test(inner.replace(/\\.|\[[^\]]*\]/g, ""))) return undefined;
  try {
    const free = algebra.many(algebra.set(NO_COMMA));
    const body = new Parser(algebra, inner, false, true).body();
    return algebra.inList(algebra.chain(begin ? algebra.empty : free, algebra.chain(body, end ? algebra.empty : free)));
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

const COMMA = 44;
const NO_COMMA = others([[COMMA, COMMA]]);

class Parser {
  private at = 0;

  constructor(
    private readonly algebra: Algebra,
    private readonly text: string,
    private readonly fold: boolean,
    private readonly isPart = false,
  ) {}

  whole(): Expression {
    return this.algebra.within(this.body());
  }

  body(): Expression {
    const body = this.alternatives();
    if (this.at < this.text.length) throw new Unsupported();
    return body;
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private alternatives(): Expression {
    const alternatives = [this.sequence()];
    while (this.take("|")) alternatives.push(this.sequence());
    return this.algebra.or(...alternatives);
  }

  private sequence(): Expression {
    const parts: Expression[] = [];
    while (this.at < this.text.length && !"|)".includes(this.text[this.at]!)) parts.push(this.repeated(this.atom()));
    return parts.reduceRight((rest, one) => this.algebra.chain(one, rest), this.algebra.empty);
  }

  private repeated(expression: Expression): Expression {
    const [token, least = "", comma, most = ""] = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})/.exec(this.text.slice(this.at, this.at + 12)) ?? [];
    if (token === undefined) return expression;
    this.at += token.length;
    // a lazy repetition finds the same texts
    this.take("?");
    if (/^[*+{]/.test(this.text.slice(this.at))) throw new Unsupported();
    const { algebra } = this;
    if (token === "*") return algebra.many(expression);
    if (token === "+") return algebra.chain(expression, algebra.many(expression));
    if (token === "?") return algebra.or(expression, algebra.empty);
    return this.counted(expression, Number(least), comma === undefined ? Number(least) : most === "" ? undefined : Number(most));
  }

  private counted(expression: Expression, least: number, most: number | undefined): Expression {
    if (least > MOST || (most ?? 0) > MOST || (most ?? least) < least) throw new Unsupported();
    const { algebra } = this;
    let rest = most === undefined ? algebra.many(expression) : algebra.empty;
    for (let i = least; i < (most ?? least); i++) rest = algebra.or(algebra.chain(expression, rest), algebra.empty);
    for (let i = 0; i < least; i++) rest = algebra.chain(expression, rest);
    return rest;
  }

  private atom(): Expression {
    const character = this.text[this.at]!;
    if (character === "(") return this.group();
    if ("*+?{".includes(character)) throw new Unsupported();
    if (character === "^" || character === "$") {
      this.at++;
      return this.algebra.anchor(character);
    }
    return this.algebra.set(this.cased(character === "[" ? this.charset() : character === "." ? this.dot() : this.single()));
  }

  private group(): Expression {
    this.at++;
    if (this.text[this.at] === "?" && !this.take("?:")) throw new Unsupported();
    const inner = this.alternatives();
    if (!this.take(")")) throw new Unsupported();
    return inner;
  }

  private cased(ranges: Ranges): Ranges {
    const all = this.fold ? folded(ranges) : ranges;
    return this.isPart ? others([...others(all), [COMMA, COMMA]]) : all;
  }

  private dot(): Ranges {
    this.at++;
    return others([
      [10, 10],
      [13, 13],
      [0x2028, 0x2029],
    ]);
  }

  private charset(): Ranges {
    this.at++;
    const turned = this.take("^");
    if (this.text[this.at] === "]") throw new Unsupported();
    const ranges: (readonly [number, number])[] = [];
    while (this.at < this.text.length && this.text[this.at] !== "]") {
      // [:alpha:]
      if (this.text.startsWith("[:", this.at)) throw new Unsupported();
      const from = this.single();
      const isRange = this.text[this.at] === "-" && this.text[this.at + 1] !== "]" && this.at + 1 < this.text.length;
      if (isRange) this.at++;
      const to = isRange ? this.single() : from;
      if (!isRange) ranges.push(...from);
      else if (from.length === 1 && to.length === 1 && from[0]![0] === from[0]![1]) ranges.push([from[0]![0], to[0]![1]]);
      else throw new Unsupported();
    }
    if (!this.take("]")) throw new Unsupported();
    return turned ? others(this.cased(ranges)) : ranges;
  }

  /** A character, or the class of an escape. */
  private single(): Ranges {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    this.at += character.length;
    if (character !== "\\") return [[character.codePointAt(0)!, character.codePointAt(0)!]];
    const [token, hex] = /^(?:x([0-9a-fA-F]{2})|[dDwWsSfnrtv]|[^a-zA-Z0-9])/.exec(this.text.slice(this.at, this.at + 3)) ?? [];
    if (token === undefined) throw new Unsupported();
    this.at += token.length;
    if (hex !== undefined) return [[Number.parseInt(hex, 16), Number.parseInt(hex, 16)]];
    const characters = CLASSES[token.toLowerCase()];
    if (characters) return token === token.toLowerCase() ? characters : others(characters);
    const code = CONTROLS[token] ?? token.codePointAt(0)!;
    return [[code, code]];
  }
}

const CLASSES: { readonly [letter: string]: Ranges } = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};
const CONTROLS: { readonly [letter: string]: number } = { f: 12, n: 10, r: 13, t: 9, v: 11 };
