import type { HttpResponse } from "../../shared/http";

const TITLES: { [status: number]: string } = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
};

/** A refusal of Barbican. */
export class BarbicanError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }

  response(): HttpResponse {
    const body = JSON.stringify({ code: this.status, title: TITLES[this.status] ?? "Error", description: this.message });
    return { status: this.status, headers: { "Content-Type": "application/json" }, body };
  }
}

export const badProperty = (schema: string, what: string, property: string): BarbicanError =>
  new BarbicanError(400, `Provided object does not match schema '${schema}': ${what}. Invalid property: '${property}'`);
