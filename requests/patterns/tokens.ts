// Splits regular expressions into tokens as PCRE does.

/** Tokens: whole escapes, classes, openings of groups, repetitions. An unclosed class or group falls apart into characters. */
const TOKEN =
  /\\Q[\s\S]*?\\E|\\(?:x\{[^}]*\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[\s\S]|[pP]\{[^}]*\}|[kg](?:<[^>]*>|\{[^}]*\})|[1-9][0-9]*|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\(\?#[^)]*\)|\(\*[A-Z0-9_:=]+\)|\(\?P=\w+\)|\((?:\?(?:<?[=!]|[:>|]))?|(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?|[\s\S]/gu;

export const tokensOf = (pattern: string): string[] => pattern.match(TOKEN) ?? [];

const COUNT = /^\{(\d+)(,?)(\d*)\}/;

/** Least and greatest number of a repetition such as `{2,5}`; undefined for other tokens. */
export function countIn(token: string): { least: number; most: number } | undefined {
  const [, least, comma, most] = COUNT.exec(token) ?? [];
  if (least === undefined) return undefined;
  return { least: Number(least), most: comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most) };
}

/** Number of tokens with all repetitions written out: the cost per character of a text. */
export function writtenOut(pattern: string): number {
  const outer: number[] = [];
  let [sum, last] = [0, 0];
  for (const token of tokensOf(pattern)) {
    const count = countIn(token);
    if (count) {
      const times = Math.max(1, count.least, Number.isFinite(count.most) ? count.most : 0);
      sum += last * (times - 1);
      last *= times;
    } else if (token === ")") {
      last = sum;
      sum += outer.pop() ?? 0;
    } else if (/^\((?!\?#|\*|\?P=)/.test(token)) {
      outer.push(sum);
      sum = 0;
    } else {
      last = 1;
      sum++;
    }
  }
  return sum + outer.reduce((all, one) => all + one, 0);
}
