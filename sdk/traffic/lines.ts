// Splits logs into lines with bounded memory.

/** Limit of characters of a line; longer lines are counted as unread. */
export const MOST_CHARACTERS = 65_536;

/** Receives a line, undefined if it is too long, and its number. */
export type TakeLine = (line: string | undefined, number: number) => void;

/** Splits a text that arrives in pieces. */
export interface Splitter {
  push(text: string): void;
  /** Ends the text. */
  end(): void;
}

/** Splits a text into lines of at most {@link MOST_CHARACTERS}. Empty lines are left out. */
export class LineSplitter implements Splitter {
  private rest = "";
  private isTooLong = false;
  private number = 1;

  constructor(private readonly take: TakeLine) {}

  push(text: string): void {
    let begin = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", begin)) {
      this.hold(text, begin, end);
      this.line();
      begin = end + 1;
    }
    this.hold(text, begin, text.length);
  }

  end(): void {
    this.line();
  }

  private hold(text: string, begin: number, end: number): void {
    if (this.isTooLong || begin === end) return;
    if (this.rest.length + end - begin > MOST_CHARACTERS) {
      this.isTooLong = true;
      this.rest = "";
    } else this.rest = this.rest === "" ? text.slice(begin, end) : this.rest + text.slice(begin, end);
  }

  private line(): void {
    const line = this.rest.endsWith("\r") ? this.rest.slice(0, -1) : this.rest;
    if (this.isTooLong) this.take(undefined, this.number);
    else if (line !== "") this.take(line, this.number);
    this.rest = "";
    this.isTooLong = false;
    this.number++;
  }
}
