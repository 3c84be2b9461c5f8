import type { HttpResponse } from "../../shared/http";
import type { Cause } from "./field";

/** How an API server names what a request was about. */
export interface Subject {
  group: string;
  /** Plural of the resource, or the kind where the API says so (422). */
  kind: string;
  name?: string;
  uid?: string;
}

/** A refusal, answered as an object of kind Status. */
export class StatusError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string | undefined,
    message: string,
    readonly details?: Partial<Subject> & { causes?: Cause[]; retryAfterSeconds?: number },
  ) {
    super(message);
  }

  /** The Status object; empty members are left out. */
  body(): object {
    const { message, reason, code } = this;
    const details = this.details && ordered(this.details);
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  }
}

function ordered({ name, group, kind, uid, causes, retryAfterSeconds }: NonNullable<StatusError["details"]>): object {
  return {
    name: name || undefined,
    group: group || undefined,
    kind: kind || undefined,
    uid: uid || undefined,
    causes: causes && causes.length > 0 ? causes : undefined,
    retryAfterSeconds: retryAfterSeconds || undefined,
  };
}

export function refusal(error: StatusError): HttpResponse {
  const headers: HttpResponse["headers"] = { "Content-Type": "application/json", "Cache-Control": "no-cache, private" };
  const wait = error.details?.retryAfterSeconds;
  if (wait) headers["Retry-After"] = String(wait);
  return { status: error.code, headers, body: `${JSON.stringify(error.body())}\n` };
}

/** `vpcs.mizar.com`, `pods`. */
export const qualified = ({ kind, group }: Pick<Subject, "kind" | "group">): string => (group ? `${kind}.${group}` : kind);

export const notFound = (subject: Subject): StatusError =>
  new StatusError(404, "NotFound", `${qualified(subject)} "${subject.name ?? ""}" not found`, subject);

export function alreadyExists(subject: Subject, ending: boolean): StatusError {
  const text = `${qualified(subject)} "${subject.name ?? ""}" already exists`;
  return new StatusError(409, "AlreadyExists", ending ? `object is being deleted: ${text}` : text, subject);
}

export const conflict = (subject: Subject, why: string): StatusError =>
  new StatusError(409, "Conflict", `Operation cannot be fulfilled on ${qualified(subject)} "${subject.name ?? ""}": ${why}`, subject);

export const modified = (subject: Subject): StatusError =>
  conflict(subject, "the object has been modified; please apply your changes to the latest version and try again");

export const badRequest = (message: string): StatusError => new StatusError(400, "BadRequest", message);

export const forbidden = (subject: Subject, why: string, causes?: Cause[]): StatusError => {
  const named = subject.name ? `${qualified(subject)} "${subject.name}"` : qualified(subject);
  return new StatusError(403, "Forbidden", `${named} is forbidden: ${why}`, { ...subject, causes });
};

export const unauthorized = (): StatusError => new StatusError(401, "Unauthorized", "Unauthorized");

/** A list or a watch from a point that is no longer kept. */
export const expired = (message: string): StatusError => new StatusError(410, "Expired", message);

/** No such resource or subresource, or not with this method, said by the part that serves kinds of CRDs. */
export const noSuchResource = (subject: Partial<Subject> = {}): StatusError =>
  new StatusError(404, "NotFound", "the server could not find the requested resource", subject);

export const noSuchMethod = (subject: Partial<Subject>): StatusError =>
  new StatusError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", subject);

/** A path that leads nowhere, answered in plain text. */
export class PageNotFound extends Error {}
