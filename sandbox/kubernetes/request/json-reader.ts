import type { Json } from "../../shared/json";

/** What is wrong with a text that should be JSON, in the words of Go's decoder. */
export class JsonFault extends Error {}

/** Reads JSON and tells the fields that stand twice, by path; the later one counts. */
export function readJson(text: string): { value: Json; duplicates: string[] } {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new JsonFault(goText(text, error as Error));
  }
  return { value, duplicates: new Scanner(text).duplicates() };
}

function goText(text: string, error: Error): string {
  if (text.trim() === "" || /end of JSON input|Unterminated|Expected .* at position (\d+)$/.test(error.message)) {
    const at = /position (\d+)/.exec(error.message)?.[1];
    if (at === undefined || Number(at) >= text.trimEnd().length) return "unexpected end of JSON input";
  }
  const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
  return `invalid character '${text.charAt(at)}' looking for beginning of value`;
}

/** Walks over a text that is known to be good JSON. */
class Scanner {
  private at = 0;
  private readonly found: string[] = [];

  constructor(private readonly text: string) {}

  duplicates(): string[] {
    this.value("");
    return this.found;
  }

  private value(path: string): void {
    this.space();
    const sign = this.text[this.at];
    if (sign === "{") this.object(path);
    else if (sign === "[") this.array(path);
    else if (sign === '"') this.string();
    else while (this.at < this.text.length && !/[,\]}\s]/.test(this.text[this.at]!)) this.at++;
  }

  private object(path: string): void {
    const seen = new Set<string>();
    this.at++;
    for (this.space(); this.text[this.at] !== "}"; this.space()) {
      const key = this.string();
      const at = path === "" ? key : `${path}.${key}`;
      if (seen.has(key)) this.found.push(at);
      seen.add(key);
      this.space();
      this.at++; // the colon
      this.value(at);
      this.next();
    }
    this.at++;
  }

  private array(path: string): void {
    this.at++;
    this.space();
    for (let i = 0; this.text[this.at] !== "]"; i++) {
      this.value(`${path}[${i}]`);
      this.next();
    }
    this.at++;
  }

  private next(): void {
    this.space();
    if (this.text[this.at] === ",") this.at++;
    this.space();
  }

  private string(): string {
    const start = this.at++;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === "\\" ? 2 : 1;
    return JSON.parse(this.text.slice(start, ++this.at)) as string;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }
}
