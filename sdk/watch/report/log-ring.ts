// Keeps the last log lines, for `/log` and support bundles.

import type { HttpRoutes } from "./http-server";

/** Lines that are kept. */
export const MAX_LINES = 1_000;
/** Characters of a line that are kept. */
const LONGEST = 4_000;

/** The last lines of a log, in memory alone: at most {@link MAX_LINES}, of {@link LONGEST} characters each. */
export class LogRing {
  private readonly kept: string[] = [];
  private next = 0;

  /** Takes one line, as the streams of logs do. */
  write(line: string): void {
    const text = line.trimEnd();
    this.kept[this.next] = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
    this.next = (this.next + 1) % MAX_LINES;
  }

  /** The lines that are kept, the oldest first. */
  lines(): string[] {
    return this.kept.length < MAX_LINES ? [...this.kept] : [...this.kept.slice(this.next), ...this.kept.slice(0, this.next)];
  }

  /** `/log`: a line of JSON for each event. */
  routes(): HttpRoutes {
    return {
      "/log": () => ({
        status: 200,
        type: "application/x-ndjson",
        body: this.lines()
          .map((line) => `${line}\n`)
          .join(""),
      }),
    };
  }
}
