// Escapes control characters in texts of others, so that a terminal shows them as they are.

/** Controls, format characters (bidirectional ones, marks of the byte order), separators of lines, and halves of a character. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Unprintable characters but for the two that lay out a text of several lines. */
const UNPRINTABLE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A text of somebody else as one line that a terminal shows as it is: each character that would move the cursor, change a colour, turn the
 * direction of reading or begin a line is written as JSON writes it, `\u001b`. Emoji and letters of all scripts stay.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/**
 * A text of several lines, made by us of texts of others, as a terminal shows it as it is. A line that is not the first begins with a
 * space, so that no text of others looks like the beginning of a message.
 */
export function printableLines(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNPRINTABLE_IN_LINES, escaped)
    .replace(/\n(?=[^\s])/g, "\n  ");
}

/**
 * A document of ours as a terminal shows it as it is; its lines stay lines. JSON says the same afterwards: such characters occur in its
 * strings alone, where it may write them so.
 */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, escaped);
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  // beyond the first plane JSON takes two of them
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}
