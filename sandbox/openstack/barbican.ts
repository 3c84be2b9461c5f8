import type { Certificates } from "../octavia/service";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { type JsonObject, parseObject } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { Records } from "../shared/state-file";
import type { Identity } from "./keystone-api";

/** The state of one Barbican. */
export class Barbican {
  readonly records = new Records();
  /** Scheme and host; known once it listens. */
  url = "";

  constructor(private readonly random: SeededRandom) {}

  newId(): string {
    return this.random.uuid4();
  }

  /** The payload behind a reference to a secret. */
  payload(reference: string): Buffer | undefined {
    const id = idIn(reference, "secrets");
    const payload = id === undefined ? undefined : this.records.get("secret", id)?.payload;
    return typeof payload === "string" ? Buffer.from(payload, "base64") : undefined;
  }

  /** A secret that was given as text cannot be the bundle of a certificate and its key that a reference to a secret must lead to. */
  isText(reference: string): boolean {
    const id = idIn(reference, "secrets");
    return id !== undefined && this.records.get("secret", id)?.content_type === "text/plain";
  }

  /** Whether a reference leads to a secret, or to a container whose secrets are there. */
  has(reference: string): boolean {
    const id = idIn(reference, "containers");
    if (id === undefined) return this.payload(reference) !== undefined;
    const container = this.records.get("container", id);
    const references = (container?.secret_refs as JsonObject[] | undefined) ?? [];
    return container !== undefined && references.every((each) => this.payload(String(each.secret_ref)) !== undefined);
  }
}

/** The id in `.../v1/<collection>/<id>`. */
export function idIn(reference: string, collection: string): string | undefined {
  return new RegExp(`/v1/${collection}/([^/]+)$`).exec(reference)?.[1];
}

/** A request that has passed the guard. */
export interface BarbicanRequest {
  barbican: Barbican;
  who: Identity;
  http: HttpRequest;
}

const LARGEST_PAGE = 100;
const DEFAULT_PAGE = 10;

export function bodyOf({ http }: BarbicanRequest): JsonObject {
  const body = parseObject(http.body);
  if (!body) throw new BarbicanError(400, "Malformed JSON");
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

/** Without a key manager every reference is taken, and behind none of them is a certificate. */
export const ANY_CERTIFICATE: Certificates = { missing: () => [], unreadable: () => undefined, secret: () => "" };

/** Octavia's view of Barbican. */
export class BarbicanCertificates implements Certificates {
  constructor(private readonly barbican: Barbican) {}

  missing(references: string[]): string[] {
    return references.filter((reference) => !this.barbican.has(reference));
  }

  unreadable(reference: string): string | undefined {
    if (!this.barbican.isText(reference)) return undefined;
    return `Cannot convert "<class 'str'>" instance to a buffer.\nDid you mean to pass a bytestring instead?`;
  }

  secret(reference: string): string | undefined {
    return this.barbican.payload(reference)?.toString();
  }
}
