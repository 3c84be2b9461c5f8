import { qualified, StatusError, type Subject } from "./status";

/** One reason of a refusal, in a Status' `details.causes`. */
export interface Cause {
  reason?: string;
  message: string;
  field?: string;
}

/** One mistake in one field; they are collected and answered together. */
export interface FieldError extends Cause {
  reason: string;
  field: string;
}

const fault = (reason: string, field: string, message: string): FieldError => ({ reason, message, field });

const suffix = (detail: string): string => (detail ? `: ${detail}` : "");

export const required = (field: string, detail = ""): FieldError => fault("FieldValueRequired", field, `Required value${suffix(detail)}`);

export const invalid = (field: string, value: unknown, detail: string): FieldError =>
  fault("FieldValueInvalid", field, `Invalid value: ${shown(value)}${suffix(detail)}`);

export const wrongType = (field: string, value: unknown, detail: string): FieldError =>
  fault("FieldValueTypeInvalid", field, `Invalid value: ${shown(value)}${suffix(detail)}`);

export const unsupported = (field: string, value: unknown, supported: string[]): FieldError =>
  fault("FieldValueNotSupported", field, `Unsupported value: ${shown(value)}: supported values: ${supported.map(quoted).join(", ")}`);

export const denied = (field: string, detail: string): FieldError => fault("FieldValueForbidden", field, `Forbidden: ${detail}`);

export const duplicate = (field: string, value: unknown): FieldError =>
  fault("FieldValueDuplicate", field, `Duplicate value: ${shown(value)}`);

/** Answered with 422: everything that is wrong with an object at once. */
export function invalidObject(subject: Subject, faults: FieldError[]): StatusError {
  const texts = [...new Set(faults.map(({ field, message }) => `${field}: ${message}`))];
  const why = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = faults.map(({ reason, message, field }) => ({ reason, message, field }));
  return new StatusError(422, "Invalid", `${qualified(subject)} "${subject.name ?? ""}" is invalid: ${why}`, { ...subject, causes });
}

/** A value the way Go prints it in these texts. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  return value === undefined || value === null ? "null" : JSON.stringify(value);
}

/** Go's `%q`. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\x7f");
}
