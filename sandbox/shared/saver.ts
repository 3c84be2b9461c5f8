import { writeAtomically } from "../atomic-file";

const WRITE_AFTER_MS = 200;

/** Writes a state to its file shortly after each change and at the end, never more often. */
export class Saver {
  private timer: NodeJS.Timeout | undefined;
  private dirty = false;

  constructor(
    private readonly file: string,
    private readonly snapshot: () => unknown,
  ) {}

  schedule(): void {
    this.dirty = true;
    this.timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what has not been written yet. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.dirty) return;
    this.dirty = false;
    writeAtomically(this.file, JSON.stringify(this.snapshot()));
  }
}
