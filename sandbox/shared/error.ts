/** What a person can do something about. The codes are in `codes.ts`. */
interface SandboxErrorParts {
  /** Stable code, e.g. `LB5002`. */
  code: string;
  /** What is wrong. */
  message: string;
  /** What to do. */
  remedy: string;
}

/** The one class of error that users of the sandbox see; its text has the form that all codes have. */
export class SandboxError extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor({ code, message, remedy }: SandboxErrorParts) {
    super(`${code}: ${message}\n  ${remedy}`);
    this.name = "SandboxError";
    this.code = code;
    this.remedy = remedy;
  }
}
