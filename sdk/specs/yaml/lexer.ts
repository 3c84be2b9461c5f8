import { Lexer, type LineCounter, Parser } from "yaml";

/**
 * Tokens of YAML as kubectl's decoder splits a text. Inside of quotes and brackets it looks at no indentation: such a text may go on at the
 * column of its key, or before it. The parser's own lexer follows the letter of YAML 1.2 there and ends the text at the first such line.
 */
export function* tokensOf(text: string, lines: LineCounter): ReturnType<Parser["parse"]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of freeOfIndentation(new Lexer()).lex(text)) yield* parser.next(lexeme);
  yield* parser.end();
}

/** Steps of the lexer within which no line is too far to the left. */
const FREE = ["parseQuotedScalar", "parseFlowCollection"];

type Step = (this: Lexer) => Generator<string, unknown>;

/** The field is the least indentation of the next lines; a lexer that names it otherwise is left as it is. */
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
