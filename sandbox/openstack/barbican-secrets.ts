import { type HttpResponse, json } from "../shared/http";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { BarbicanError, type BarbicanRequest, badProperty, bodyOf, idIn, isUuid4, moment, pageOf } from "./barbican";

/** What of a secret is shown: never the payload. */
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
  barbican.records.put("secret", id, {
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
  const query = new URLSearchParams(request.http.written.split("?")[1] ?? "");
  const name = query.get("name");
  const own = request.barbican.records.list("secret").filter((secret) => secret.project_id === request.who.projectId);
  const found = own.filter((secret) => name === null || secret.name === name);
  return pageOf(
    request,
    "secrets",
    found.map((secret) => view(request, secret)),
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
  request.barbican.records.put("secret", id, { ...secret, content_type: type, payload: stored(request.http.body, encoding === "base64") });
  return { status: 204, headers: {}, body: "" };
}

export function deleteSecret(request: BarbicanRequest, id: string): HttpResponse {
  needSecret(request, id, "deletion");
  const { records } = request.barbican;
  records.remove("secret", id);
  for (const container of records.list("container")) {
    const kept = asArray(container.secret_refs).filter((each) => idIn(text(asObject(each).secret_ref), "secrets") !== id);
    records.put("container", text(container.id), { ...container, secret_refs: kept });
  }
  return { status: 204, headers: {}, body: "" };
}

function view({ barbican }: BarbicanRequest, secret: JsonObject): JsonObject {
  const shown: JsonObject = Object.fromEntries(METADATA.map((field) => [field, secret[field] ?? null]));
  if (secret.content_type) shown.content_types = { default: secret.content_type };
  return { ...shown, secret_ref: `${barbican.url}/v1/secrets/${String(secret.id)}` };
}
