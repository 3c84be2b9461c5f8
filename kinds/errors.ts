/** What an error for a person is made of. */
export interface LbErrorParts {
  /** Stable code, listed in docs/errors.md, e.g. `LB2003`. */
  code: string;
  /** What is wrong. */
  message: string;
  /** In which object, e.g. `Pool my-cluster--red-web-80` or `Ingress default/web`. */
  object?: string;
  /** In which field, as a JSON pointer. */
  pointer?: string;
  /** What to do. */
  remedy?: string;
  /** Where the fault is none of the object's (a server that nobody answers at): what all that meet it have in common. It is told in full once. */
  shared?: string;
}

/**
 * The one class of error that users see: what is wrong, in which object and field, what to do, and a stable code.
 * It never holds a secret.
 */
export class LbError extends Error {
  readonly code: string;
  readonly object?: string;
  readonly pointer?: string;
  readonly remedy?: string;
  readonly shared?: string;

  constructor(parts: LbErrorParts) {
    const place = [parts.object, parts.pointer].filter(Boolean).join(" ");
    super([`${parts.code}: ${place ? `${place}: ` : ""}${parts.message}`, parts.remedy].filter(Boolean).join("\n  "));
    this.name = "LbError";
    this.code = parts.code;
    this.object = parts.object;
    this.pointer = parts.pointer;
    this.remedy = parts.remedy;
    this.shared = parts.shared;
  }
}
