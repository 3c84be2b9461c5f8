import type { HttpResponse } from "../../shared/http";

const TITLES: { [status: number]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
};
const AUTHENTICATION_NEEDED = "The request you have made requires authentication.";

/** A refusal of Keystone. */
export class KeystoneError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** More members of the error object. */
    readonly more: object = {},
  ) {
    super(message);
  }
}

export const unauthorized = (): KeystoneError => new KeystoneError(401, AUTHENTICATION_NEEDED);

export const malformed = (what: string): KeystoneError =>
  new KeystoneError(
    400,
    `${what} The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.`,
  );

export function refusal(error: KeystoneError, authUrl: string): HttpResponse {
  const { status, message, more } = error;
  const headers: HttpResponse["headers"] = { "Content-Type": "application/json" };
  if (status === 401) headers["WWW-Authenticate"] = `Keystone uri="${authUrl}"`;
  return { status, headers, body: `${JSON.stringify({ error: { code: status, ...more, message, title: TITLES[status] ?? "Error" } })}\n` };
}

/** What every other service says to a request without a valid token. */
export function tokenNeeded(authUrl: string): HttpResponse {
  const body = JSON.stringify({ error: { code: 401, title: "Unauthorized", message: AUTHENTICATION_NEEDED } });
  return { status: 401, headers: { "Content-Type": "application/json", "WWW-Authenticate": `Keystone uri="${authUrl}"` }, body };
}
