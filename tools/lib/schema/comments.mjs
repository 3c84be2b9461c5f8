// Doc comments of the sources as descriptions.
import ts from "typescript";

/** The text of a doc comment: a paragraph is one line. */
export const docText = (checker, symbol) =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .join("\n\n");

/** The text with the default. SDKs would send a default as if the program had set it, so words tell it. */
export function commentOf(checker, symbol) {
  const text = docText(checker, symbol).replaceAll(", or this list as JSON text", "");
  const initial = ts.displayPartsToString(symbol.getJsDocTags(checker).find(({ name }) => name === "default")?.text);
  const shown = /^(["[{\d]|true$|false$)/.test(initial) ? `\`${initial}\`` : initial;
  return [text, initial && !HAS_DEFAULT.test(text) ? `Default: ${shown}.` : ""].filter(Boolean).join(" ");
}

const HAS_DEFAULT = /\bDefault(:| false| true| \d)|[;,] default/;
