const body = (code: number, reason: string, message: string, details: object = {}): string =>
  `${JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code })}\n`;

/** What an API server says with a status, for faults that give no body of their own. */
export const KUBERNETES_FAULT_BODIES: { [status: number]: string } = {
  401: body(401, "Unauthorized", "Unauthorized"),
  403: body(403, "Forbidden", "forbidden: not allowed by a fault rule"),
  409: body(
    409,
    "Conflict",
    "Operation cannot be fulfilled: the object has been modified; please apply your changes to the latest version and try again",
  ),
  429: body(429, "TooManyRequests", "The apiserver is currently overloaded, please try again later", { retryAfterSeconds: 1 }),
  500: body(500, "InternalError", "Internal error occurred: a fault rule"),
  503: body(503, "ServiceUnavailable", "the server is currently unable to handle the request"),
  504: body(504, "Timeout", "Timeout: request did not complete within the allotted timeout"),
};
