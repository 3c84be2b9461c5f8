// Splits YAML into tokens as kubectl's decoder does.

import { Lexer, type LineCounter, Parser } from "yaml";

/**
 * Tokens of a text. Inside quotes and brackets indentation is ignored, as in kubectl; the lexer of the YAML library follows YAML 1.2 and
 * ends the text at the first line that is indented too little.
 */
export function* tokensOf(text: string, lines: LineCounter): ReturnType<Parser["parse"]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of freeOfIndentation(new Lexer()).lex(text)) yield* parser.next(lexeme);
  yield* parser.end();
}

/** Lexer steps in which indentation is ignored. */
const FREE = ["parseQuotedScalar", "parseFlowCollection"];

type Step = (this: Lexer) => Generator<string, unknown>;

/** Sets the minimum indentation of the next lines to none; a lexer without this field stays unchanged. */
function freeOfIndentation(lexer: Lexer): Lexer {
  for (const name of FREE) {
    const step: unknown = Reflect.get(lexer, name);
    if (typeof step !== "function") continue;
    Reflect.set(lexer, name, function* (this: Lexer): ReturnType<Step> {
      const indentation: unknown = Reflect.get(this, "indentNext");
      Reflect.set(this, "indentNext", 0);
      try {
        return yield* (step as Step).call(this);
      } finally {
        Reflect.set(this, "indentNext", indentation);
      }
    });
  }
  return lexer;
}
