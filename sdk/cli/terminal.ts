// Width and colours of a terminal.
import { styleText } from "node:util";

type Environment = Readonly<Record<string, string | undefined>>;

/** Properties of a stream that decide the form of the output. */
interface Sink {
  isTTY?: boolean;
  columns?: number;
}

/** Narrower widths of a terminal are not used. */
const NARROWEST = 20;

/** The width of a terminal, or what `COLUMNS` says; undefined for a file or another program, which take lines of any length. */
export function terminalWidth({ isTTY, columns }: Sink, { COLUMNS = "" }: Environment = process.env): number | undefined {
  const width = /^[1-9]\d*$/.test(COLUMNS) ? Number(COLUMNS) : isTTY && columns ? columns : undefined;
  return width === undefined ? undefined : Math.max(NARROWEST, width);
}

/** https://no-color.org and https://force-color.org: FORCE_COLOR wins over NO_COLOR; without both a terminal has colours. */
export function hasColours({ isTTY = false }: Sink, { FORCE_COLOR, NO_COLOR, TERM }: Environment = process.env): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && !NO_COLOR && TERM !== "dumb";
}

/** Words that begin a line, and how they look. */
const STYLES = { error: "red", failed: "red", warning: "yellow", notice: "cyan", note: "cyan" } as const;

const WORD = new RegExp(`^(${Object.keys(STYLES).join("|")})(?=[ :])`, "gm");

const isStyled = (word: string): word is keyof typeof STYLES => Object.hasOwn(STYLES, word);

/**
 * A text with its severities in colours, where the stream has them. Only what is printable goes in: texts of others are made so before, and
 * begin no line.
 */
export function coloured(text: string, sink: Sink, env?: Environment): string {
  if (!hasColours(sink, env)) return text;
  return text.replace(WORD, (word) => (isStyled(word) ? styleText(STYLES[word], word, { validateStream: false }) : word));
}
