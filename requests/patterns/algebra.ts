// Regular expressions as terms with derivatives (Brzozowski); equal expressions are the same object.

export type Expression =
  | { id: number; kind: "none" | "empty" }
  | { id: number; kind: "set"; ranges: Ranges }
  | { id: number; kind: "chain" | "or"; a: Expression; b: Expression }
  | { id: number; kind: "many"; a: Expression };

/** Ranges of character codes, sorted. */
export type Ranges = readonly (readonly [number, number])[];

const LAST = 0x10ffff;

/** Pseudo characters before and after a text, matched by anchors. */
const BEGIN = LAST + 1;
const END = LAST + 2;
const ANCHORS = 3;

/** Builds expressions and derives them by characters (Brzozowski's derivatives). */
export class Algebra {
  private readonly made = new Map<string, Expression>();
  private readonly derived = new Map<string, Expression>();
  private readonly nullables = new Map<number, boolean>();
  /** Codes at which a set begins or ends: all characters between two of them behave the same. */
  readonly borders = new Set<number>([0]);
  readonly none = this.keep("none", (id) => ({ id, kind: "none" }));
  readonly empty = this.keep("empty", (id) => ({ id, kind: "empty" }));

  private keep(key: string, make: (id: number) => Expression): Expression {
    const existing = this.made.get(key);
    if (existing) return existing;
    const expression = make(this.made.size);
    this.made.set(key, expression);
    return expression;
  }

  /** Number of distinct expressions. */
  get size(): number {
    return this.made.size + this.derived.size;
  }

  set(ranges: Ranges): Expression {
    if (ranges.length === 0) return this.none;
    for (const [from, to] of ranges) this.borders.add(from).add(to + 1);
    return this.keep(`set ${ranges.join(" ")}`, (id) => ({ id, kind: "set", ranges }));
  }

  any(): Expression {
    return this.many(this.set([[0, LAST]]));
  }

  text(characters: string, fold = false): Expression {
    const all = [...characters].map((one) => this.set(fold ? folded([codes(one)]) : [codes(one)]));
    return all.reduceRight((rest, one) => this.chain(one, rest), this.empty);
  }

  chain(a: Expression, b: Expression): Expression {
    if (a === this.none || b === this.none) return this.none;
    if (a === this.empty) return b;
    if (b === this.empty) return a;
    // right-associative, so that equal chains are the same object
    if (a.kind === "chain") return this.chain(a.a, this.chain(a.b, b));
    return this.keep(`chain ${a.id} ${b.id}`, (id) => ({ id, kind: "chain", a, b }));
  }

  or(...all: readonly Expression[]): Expression {
    const parts = new Map<number, Expression>();
    const collect = (expression: Expression): void => {
      if (expression.kind === "or") for (const part of [expression.a, expression.b]) collect(part);
      else if (expression !== this.none) parts.set(expression.id, expression);
    };
    for (const expression of all) collect(expression);
    const sorted = [...parts.values()].sort((a, b) => b.id - a.id);
    return sorted.reduce<Expression>(
      (sum, one) => (sum === this.none ? one : this.keep(`or ${one.id} ${sum.id}`, (id) => ({ id, kind: "or", a: one, b: sum }))),
      this.none,
    );
  }

  many(a: Expression): Expression {
    if (a === this.none || a === this.empty) return this.empty;
    return a.kind === "many" ? a : this.keep(`many ${a.id}`, (id) => ({ id, kind: "many", a }));
  }

  anchor(character: "^" | "$"): Expression {
    return this.set(character === "^" ? [[BEGIN, BEGIN]] : [[END, END]]);
  }

  /** Texts that contain a match of the body. */
  within(body: Expression): Expression {
    const [begin, end] = [this.many(this.anchor("^")), this.many(this.anchor("$"))];
    return this.chain(begin, this.chain(this.any(), this.chain(body, this.chain(this.any(), end))));
  }

  /** Comma-separated lists with such an element. */
  inList(part: Expression): Expression {
    const comma = this.text(",");
    const before = this.or(this.empty, this.chain(this.any(), comma));
    return this.chain(before, this.chain(part, this.or(this.empty, this.chain(comma, this.any()))));
  }

  /** The expression at the beginning of a text. */
  begun(expression: Expression): Expression {
    return this.or(...this.anchored(expression, BEGIN));
  }

  /** True if it matches a text that ends here. */
  isMet(expression: Expression): boolean {
    return this.anchored(expression, END).some((each) => this.takesEmpty(each));
  }

  private anchored(expression: Expression, code: number): Expression[] {
    const all = [expression];
    for (let i = 0; i < ANCHORS; i++) all.push(this.after(all[i]!, code));
    return all;
  }

  /** True if it matches the empty text. */
  private takesEmpty(expression: Expression): boolean {
    const cachedAnswer = this.nullables.get(expression.id);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const isEmpty =
      expression.kind === "empty" ||
      expression.kind === "many" ||
      (expression.kind === "chain" && this.takesEmpty(expression.a) && this.takesEmpty(expression.b)) ||
      (expression.kind === "or" && (this.takesEmpty(expression.a) || this.takesEmpty(expression.b)));
    this.nullables.set(expression.id, isEmpty);
    return isEmpty;
  }

  /** The derivative: the expression for the text after this character. */
  after(expression: Expression, code: number): Expression {
    const key = `${expression.id} ${code}`;
    const cachedDerivative = this.derived.get(key);
    if (cachedDerivative) return cachedDerivative;
    const derivative = this.derive(expression, code);
    this.derived.set(key, derivative);
    return derivative;
  }

  private derive(expression: Expression, code: number): Expression {
    switch (expression.kind) {
      case "set":
        return expression.ranges.some(([from, to]) => code >= from && code <= to) ? this.empty : this.none;
      case "chain": {
        const first = this.chain(this.after(expression.a, code), expression.b);
        return this.takesEmpty(expression.a) ? this.or(first, this.after(expression.b, code)) : first;
      }
      case "or":
        return this.or(this.after(expression.a, code), this.after(expression.b, code));
      case "many":
        return this.chain(this.after(expression.a, code), expression);
      default:
        return this.none;
    }
  }
}

const codes = (character: string): readonly [number, number] => [character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0];

/** Ranges with both cases of each ASCII letter. */
export function folded(ranges: Ranges): Ranges {
  const further = ranges
    .flatMap(([from, to]) => [moved(from, to, 65, 90, 32), moved(from, to, 97, 122, -32)])
    .filter((one) => one[0] <= one[1]);
  return [...ranges, ...further];
}

const moved = (from: number, to: number, least: number, most: number, by: number): readonly [number, number] => [
  Math.max(from, least) + by,
  Math.min(to, most) + by,
];

/** All characters outside the ranges. */
export function others(ranges: Ranges): Ranges {
  const result: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) result.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) result.push([next, LAST]);
  return result;
}
