const BEGIN = /-----BEGIN [A-Z0-9 ]+-----\s*$/;
/** The end of a block, with all before it. */
const END = /^.*-----END [A-Z0-9 ]+-----/;
/** A line of a block: base64, or one of its headers. */
const BODY = /^\s*(?:[A-Za-z0-9+/=]*|[A-Za-z-]+: .{0,200})\s*$/;

/** Lines of a text without blocks of PEM, whose lines tell nothing one by one: the last is short. */
export function withoutPem(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let isWithin = false;
  for (const line of lines) {
    if (isWithin && BODY.test(line)) continue;
    const rest = isWithin ? line.replace(END, "") : line;
    const isEnd = isWithin && rest === "";
    isWithin = BEGIN.test(rest);
    if (!isEnd) kept.push(isWithin ? rest.replace(BEGIN, "[pem]") : rest);
  }
  return kept;
}
