import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { isObject, type JsonObject } from "../../shared/json";
import type { Identity } from "../keystone/guard";
import { BarbicanError } from "./errors";
import type { Barbican } from "./service";

/** A request that has passed the guard. */
export interface BarbicanRequest {
  barbican: Barbican;
  who: Identity;
  http: HttpRequest;
}

const LARGEST_PAGE = 100;
const DEFAULT_PAGE = 10;

export function bodyOf({ http }: BarbicanRequest): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(http.body);
  } catch {
    throw new BarbicanError(400, "Malformed JSON");
  }
  if (!isObject(body)) throw new BarbicanError(400, "Malformed JSON");
  return body;
}

/** Ids that the service could have made; about others it says so. */
export const isUuid4 = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id);

/** The time as Barbican writes it. */
export const moment = (): string => `${new Date().toISOString().slice(0, 23)}000`;

/** One page of a list, by offset. */
export function pageOf({ barbican, http }: BarbicanRequest, plural: string, all: JsonObject[]): HttpResponse {
  const query = new URLSearchParams(http.written.split("?")[1] ?? "");
  const wanted = Number(query.get("limit") ?? DEFAULT_PAGE);
  const limit = wanted > 0 ? Math.min(wanted, LARGEST_PAGE) : DEFAULT_PAGE;
  const offset = Math.max(0, Number(query.get("offset") ?? 0) || 0);
  const at = (from: number) => `${barbican.url}/v1/${plural}?limit=${limit}&offset=${from}`;
  const answer: JsonObject = { [plural]: all.slice(offset, offset + limit) };
  if (offset > 0) answer.previous = at(Math.max(0, offset - limit));
  if (offset + limit < all.length) answer.next = at(offset + limit);
  return json(200, { ...answer, total: all.length });
}
