// Responses of kind Status, for failed requests.
import type { HttpResponse } from "../shared/http";

/** Subject of a request, as an API server names it. */
export interface StatusSubject {
  group: string;
  /** Plural of the resource, or the kind where the API says so (422). */
  kind: string;
  name?: string;
}

/** One reason of a refusal, in a Status' `details.causes`. */
interface Cause {
  reason?: string;
  message: string;
  field?: string;
}

/** One mistake in one field; they are collected and answered together. */
export interface FieldError extends Cause {
  reason: string;
  field: string;
}

/** A refusal, answered as an object of kind Status. */
export class StatusError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string | undefined,
    message: string,
    readonly details?: Partial<StatusSubject> & { causes?: Cause[]; retryAfterSeconds?: number },
  ) {
    super(message);
  }

  /** The Status object; empty members are left out. */
  body(): object {
    const { message, reason, code } = this;
    const { name, group, kind, causes, retryAfterSeconds } = this.details ?? {};
    const details = this.details && {
      ...{ name: name || undefined, group: group || undefined, kind: kind || undefined },
      ...{ causes: causes && causes.length > 0 ? causes : undefined, retryAfterSeconds: retryAfterSeconds || undefined },
    };
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  }
}

/** A path that leads nowhere, answered in plain text. */
export class PageNotFound extends Error {}

export const JSON_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-cache, private" };

export function refusal(error: StatusError | PageNotFound): HttpResponse {
  const headers: { [name: string]: string } = { ...JSON_HEADERS };
  if (error instanceof PageNotFound)
    return { status: 404, headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" }, body: "404 page not found\n" };
  const wait = error.details?.retryAfterSeconds;
  if (wait) headers["Retry-After"] = String(wait);
  return { status: error.code, headers, body: statusText(error) };
}

const statusText = (error: StatusError): string => `${JSON.stringify(error.body())}\n`;

/** `vpcs.mizar.com`, `pods`. */
export const qualified = ({ kind, group }: Pick<StatusSubject, "kind" | "group">): string => (group ? `${kind}.${group}` : kind);

export const notFound = (subject: StatusSubject): StatusError =>
  new StatusError(404, "NotFound", `${qualified(subject)} "${subject.name ?? ""}" not found`, subject);

export function alreadyExists(subject: StatusSubject, ending: boolean): StatusError {
  const text = `${qualified(subject)} "${subject.name ?? ""}" already exists`;
  return new StatusError(409, "AlreadyExists", ending ? `object is being deleted: ${text}` : text, subject);
}

export const conflict = (subject: StatusSubject, why: string): StatusError =>
  new StatusError(409, "Conflict", `Operation cannot be fulfilled on ${qualified(subject)} "${subject.name ?? ""}": ${why}`, subject);

export const MODIFIED = "the object has been modified; please apply your changes to the latest version and try again";

export const badRequest = (message: string): StatusError => new StatusError(400, "BadRequest", message);

/** A fault that the server blames on itself, though the sender made it. */
export const internal = (message: string): StatusError => new StatusError(500, undefined, message);

export const forbidden = (subject: StatusSubject, why: string, causes?: Cause[]): StatusError => {
  const named = subject.name ? `${qualified(subject)} "${subject.name}"` : qualified(subject);
  return new StatusError(403, "Forbidden", `${named} is forbidden: ${why}`, { ...subject, causes });
};

/** Refuses a list or watch from a revision that is no longer stored. */
export const expired = (message: string): StatusError => new StatusError(410, "Expired", message);

/** No such resource or subresource. */
export const noSuchResource = (): StatusError => new StatusError(404, "NotFound", "the server could not find the requested resource", {});

export const noSuchMethod = (): StatusError =>
  new StatusError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});

export function unsupportedMediaType(accepted: string[]): StatusError {
  const text = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, "UnsupportedMediaType", text);
}

const fault = (reason: string, field: string, message: string): FieldError => ({ reason, message, field });

export const required = (field: string, detail = ""): FieldError =>
  fault("FieldValueRequired", field, `Required value${detail && `: ${detail}`}`);

export const invalid = (field: string, value: unknown, detail: string, reason = "FieldValueInvalid"): FieldError =>
  fault(reason, field, `Invalid value: ${shown(value)}: ${detail}`);

export const unsupported = (field: string, value: unknown, supported: string[]): FieldError =>
  fault("FieldValueNotSupported", field, `Unsupported value: ${shown(value)}: supported values: ${supported.map(shown).join(", ")}`);

export const denied = (field: string, detail: string): FieldError => fault("FieldValueForbidden", field, `Forbidden: ${detail}`);

export const duplicate = (field: string, value: unknown): FieldError =>
  fault("FieldValueDuplicate", field, `Duplicate value: ${shown(value)}`);

/** Answered with 422: everything that is wrong with an object at once. */
export function invalidObject(subject: StatusSubject, faults: FieldError[]): StatusError {
  const texts = [...new Set(faults.map(({ field, message }) => `${field}: ${message}`))];
  const why = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = faults.map(({ reason, message, field }) => ({ reason, message, field }));
  return new StatusError(422, "Invalid", `${qualified(subject)} "${subject.name ?? ""}" is invalid: ${why}`, { ...subject, causes });
}

/** A value the way Go prints it in these texts. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? "null" : JSON.stringify(value).replaceAll("\u007f", "\\x7f");

const textOfStatus = (code: number, reason: string, message: string, details = {}): string =>
  statusText(new StatusError(code, reason, message, details));

/** Answers of an API server with a status, for faults that give no body of their own. */
export const KUBERNETES_FAULT_BODIES: { [status: number]: string } = {
  401: textOfStatus(401, "Unauthorized", "Unauthorized"),
  403: textOfStatus(403, "Forbidden", "forbidden: not allowed by a fault rule"),
  409: textOfStatus(409, "Conflict", `Operation cannot be fulfilled: ${MODIFIED}`),
  429: textOfStatus(429, "TooManyRequests", "The apiserver is currently overloaded, please try again later", { retryAfterSeconds: 1 }),
  500: textOfStatus(500, "InternalError", "Internal error occurred: a fault rule"),
  503: textOfStatus(503, "ServiceUnavailable", "the server is currently unable to handle the request"),
  504: textOfStatus(504, "Timeout", "Timeout: request did not complete within the allotted timeout"),
};
