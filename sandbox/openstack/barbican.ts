// State of Barbican: secrets and containers.
import type { Certificates } from "../octavia/service";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asArray, asObject, type JsonObject, objects, parseObject, text } from "../shared/json";
import { queryOf } from "../shared/list";
import type { SeededRandom } from "../shared/random";
import { Store } from "../shared/store";
import type { OpenStackIdentity } from "./keystone-api";

/** The state of one Barbican. */
export class Barbican {
  readonly records = new Store();
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

  /** True if a reference leads to a secret, or to a container whose secrets exist. */
  has(reference: string): boolean {
    const id = idIn(reference, "containers");
    if (id === undefined) return this.payload(reference) !== undefined;
    const container = this.records.get("container", id);
    const references = objects(container?.secret_refs);
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
  who: OpenStackIdentity;
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
  const query = queryOf(http);
  const asLimit = Number(query.get("limit") ?? DEFAULT_PAGE);
  const limit = asLimit > 0 ? Math.min(asLimit, LARGEST_PAGE) : DEFAULT_PAGE;
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

/** Fields of a secret that answers show: never the payload. */
const METADATA = ["created", "updated", "status", "name", "secret_type", "expiration", "algorithm", "bit_length", "mode", "creator_id"];

const TYPES = ["symmetric", "passphrase", "private", "public", "certificate", "opaque"];

export function createSecret(request: BarbicanRequest): HttpResponse {
  const { barbican, who } = request;
  const body = bodyOf(request);
  const { payload, payload_content_type: type, payload_content_encoding: encoding } = body;
  if (payload !== undefined && type === undefined) {
    throw badProperty("Secret", "If 'payload' is supplied, 'payload_content_type' must also be supplied.", "payload_content_type");
  }
  if (body.secret_type !== undefined && !TYPES.includes(String(body.secret_type))) {
    throw badProperty(
      "Secret",
      `'${String(body.secret_type)}' is not one of [${TYPES.map((each) => `'${each}'`).join(", ")}]`,
      "secret_type",
    );
  }
  if (payload === "") throw badProperty("Secret", "If 'payload' specified, must be non empty", "payload");
  const id = barbican.newId();
  const now = moment();
  barbican.records.put("secret", {
    id,
    project_id: who.projectId ?? null,
    ...{ created: now, updated: now, status: "ACTIVE", name: body.name ?? null, secret_type: body.secret_type ?? "opaque" },
    ...{ expiration: body.expiration ?? null, algorithm: body.algorithm ?? null, bit_length: body.bit_length ?? null },
    ...{ mode: body.mode ?? null, creator_id: who.userId },
    content_type: type ?? null,
    payload: typeof payload === "string" ? stored(payload, encoding === "base64") : null,
    acl: { read: { "project-access": true } },
  });
  const reference = `${barbican.url}/v1/secrets/${id}`;
  return json(201, { secret_ref: reference }, { Location: reference });
}

const stored = (payload: string, encoded: boolean): string => (encoded ? payload : Buffer.from(payload, "utf8").toString("base64"));

export function listSecrets(request: BarbicanRequest): HttpResponse {
  const query = queryOf(request.http);
  const name = query.get("name");
  const projectSecrets = request.barbican.records.list("secret").filter((secret) => secret.project_id === request.who.projectId);
  const matches = projectSecrets.filter((secret) => name === null || secret.name === name);
  return pageOf(
    request,
    "secrets",
    matches.map((secret) => view(request, secret)),
  );
}

/** A secret of one's own project, or of anybody for those the real service trusts with all. */
export function needSecret({ barbican, who }: BarbicanRequest, id: string, attempt = "retrieval"): JsonObject {
  const secret = barbican.records.get("secret", id);
  if (!secret) throw new BarbicanError(404, isUuid4(id) ? "Secret not found." : "Not Found. Provided secret id is invalid.");
  // reading takes more than the role of a reader
  if (secret.project_id !== who.projectId || !who.roles.some((role) => role === "creator" || role === "admin")) {
    throw new BarbicanError(403, `Secret ${attempt} attempt not allowed - please review your user/project privileges`);
  }
  return secret;
}

export const readSecret = (request: BarbicanRequest, id: string): HttpResponse => json(200, view(request, needSecret(request, id)));

export function readPayload(request: BarbicanRequest, id: string): HttpResponse {
  const { payload } = needSecret(request, id);
  if (typeof payload !== "string") throw new BarbicanError(404, "Not Found. Sorry but your secret has no payload.");
  const { accept = "*/*" } = request.http.headers;
  const type = accept === "text/plain" ? "text/plain; charset=UTF-8" : accept;
  return { status: 200, headers: { "Content-Type": type }, body: Buffer.from(payload, "base64") };
}

/** A secret that was made without its payload gets it, once. */
export function fillSecret(request: BarbicanRequest, id: string): HttpResponse {
  const secret = needSecret(request, id, "payload");
  if (secret.payload !== null) throw new BarbicanError(409, "Secret already has data, cannot modify it.");
  const { "content-type": type = "text/plain", "content-encoding": encoding } = request.http.headers;
  request.barbican.records.put("secret", { ...secret, content_type: type, payload: stored(request.http.body, encoding === "base64") });
  return { status: 204, headers: {}, body: "" };
}

export function deleteSecret(request: BarbicanRequest, id: string): HttpResponse {
  needSecret(request, id, "deletion");
  const { records } = request.barbican;
  records.remove("secret", id);
  for (const container of records.list("container")) {
    const kept = asArray(container.secret_refs).filter((each) => idIn(text(asObject(each).secret_ref), "secrets") !== id);
    records.put("container", { ...container, secret_refs: kept });
  }
  return { status: 204, headers: {}, body: "" };
}

function view({ barbican }: BarbicanRequest, secret: JsonObject): JsonObject {
  const shown: JsonObject = Object.fromEntries(METADATA.map((field) => [field, secret[field] ?? null]));
  if (secret.content_type) shown.content_types = { default: secret.content_type };
  return { ...shown, secret_ref: `${barbican.url}/v1/secrets/${String(secret.id)}` };
}
