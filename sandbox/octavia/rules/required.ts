import type { JsonObject } from "../../shared/json";
import { ApiError } from "../errors";

/** Columns that the database wants filled and whose null no rule of the API catches before. */
const REQUIRED = {
  pool: ["protocol", "lb_algorithm", "tls_enabled"],
  member: ["address", "protocol_port", "backup"],
};

/** The request reaches the database, which refuses it. */
export function checkRequired(kind: keyof typeof REQUIRED, fields: JsonObject): void {
  const empty = REQUIRED[kind].find((column) => fields[column] === null);
  if (empty !== undefined) throw new ApiError(500, `NOT NULL constraint failed: ${kind}.${empty}`);
}
