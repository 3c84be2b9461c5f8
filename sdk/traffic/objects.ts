// Splits JSON documents of a log into their objects.

import { MOST_CHARACTERS, type Splitter, type TakeLine } from "./lines";

/**
 * Splits a JSON document into the objects of its list, as if each were a line: `[{...}, ...]` or `{"count": 2, "results": [{...}, ...]}`,
 * on one line or several. Only the current object is in memory.
 */
export class ObjectSplitter implements Splitter {
  /** Open brackets outside of objects: `[`, `{[`. */
  private around = "";
  /** Number of open brackets within the object. */
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private object = "";
  private isTooLong = false;
  private number = 1;
  private begun = 1;

  constructor(private readonly take: TakeLine) {}

  push(text: string): void {
    let begin = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) this.number++;
      if (this.isText) this.inText(code);
      else if (code === 34) this.isText = true;
      else if (code === 123 || code === 91) {
        if (this.depth === 0 && !(code === 123 && this.around.endsWith("["))) this.around = (this.around + text[at]).slice(-2);
        else if (this.depth++ === 0) {
          begin = at;
          this.begun = this.number;
        }
      } else if (code === 125 || code === 93) {
        if (this.depth === 0) this.around = this.around.slice(0, -1);
        else if (--this.depth === 0) {
          this.hold(text, begin, at + 1);
          this.give();
        }
      }
    }
    if (this.depth > 0) this.hold(text, begin, text.length);
  }

  end(): void {
    if (this.depth > 0) this.take(undefined, this.begun);
  }

  private inText(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === 92) this.isEscaped = true;
    else if (code === 34) this.isText = false;
  }

  private hold(text: string, begin: number, end: number): void {
    if (this.isTooLong) return;
    this.isTooLong = this.object.length + end - begin > MOST_CHARACTERS;
    this.object = this.isTooLong ? "" : this.object + text.slice(begin, end);
  }

  private give(): void {
    this.take(this.isTooLong ? undefined : this.object, this.begun);
    this.object = "";
    this.isTooLong = false;
  }
}

/** True for the beginning of a single JSON document, as opposed to one object per line. */
export function isDocument(beginning: string): boolean {
  const text = beginning.trimStart();
  if (!/^[[{]/.test(text)) return false;
  try {
    const first: unknown = JSON.parse(text.split("\n", 1)[0] ?? "");
    return Array.isArray(first) || (typeof first === "object" && first !== null && "results" in first);
  } catch {
    // `{` alone, or a first line that is cut off
    return /^(?:\[\s*(?:\{|$)|\{\s*(?:\r?\n|$)|\{\s*"(?:count|results|next|previous|percent_remaining|end|start)"\s*:)/.test(text);
  }
}
