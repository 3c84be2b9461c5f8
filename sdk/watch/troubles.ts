import type { Observer } from "./observer";

/** What does not work at this moment, by what it is about; each is told when it comes. */
export class Troubles {
  private readonly said = new Map<string, string>();

  constructor(private readonly tell: Observer) {}

  /** @param againMs until the next try */
  failed(what: string, error: unknown, againMs?: number): void {
    const message = error instanceof Error ? error.message : String(error);
    const code = /^(?:Error: )?(LB\d{4})/.exec(message)?.[1] ?? "LB2000";
    this.said.set(what, message);
    this.tell({ what: "failure", code, message, resource: what, ...(againMs === undefined ? {} : { again: againMs / 1000 }) });
  }

  /** Something that is told elsewhere. */
  known(what: string, reason: string): void {
    this.said.set(what, reason);
  }

  over(what: string): void {
    this.said.delete(what);
  }

  /** Each reason once. */
  all(): readonly string[] {
    return [...new Set(this.said.values())];
  }
}
