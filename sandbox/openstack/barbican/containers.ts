import { type HttpResponse, json } from "../../shared/http";
import { asArray, isObject, type JsonObject } from "../../shared/json";
import { BarbicanError, badProperty } from "./errors";
import { type BarbicanRequest, bodyOf, isUuid4, moment, pageOf } from "./request";
import { idIn } from "./service";

const TYPES = ["generic", "rsa", "certificate"];
const ROLES = ["certificate", "private_key", "private_key_passphrase", "intermediates"];
const ROLES_TEXT =
  "only 'private_key', 'certificate' , 'private_key_passphrase',  or 'intermediates' reference names are allowed for Certificate type";

/** Secrets that belong together under the names of their parts. */
export function createContainer(request: BarbicanRequest): HttpResponse {
  const { barbican, who } = request;
  const body = bodyOf(request);
  const references = asArray(body.secret_refs).filter(isObject);
  if (!TYPES.includes(String(body.type))) {
    throw badProperty("Container", `'${String(body.type)}' is not one of ['generic', 'rsa', 'certificate']`, "type");
  }
  if (body.type === "certificate" && references.some((each) => !ROLES.includes(String(each.name)))) {
    throw badProperty("Container", ROLES_TEXT, "secret_refs");
  }
  for (const { name, secret_ref: reference } of references) {
    const id = idIn(String(reference), "secrets");
    if (id === undefined || !barbican.records.get("secret", id))
      throw new BarbicanError(404, `Secret provided for '${String(name)}' doesn't exist.`);
  }
  const id = barbican.newId();
  const now = moment();
  barbican.records.put("container", id, {
    id,
    project_id: who.projectId ?? null,
    ...{ created: now, updated: now, status: "ACTIVE", name: body.name ?? null, type: body.type ?? "generic", creator_id: who.userId },
    secret_refs: references.map((each) => ({ name: each.name ?? null, secret_ref: each.secret_ref ?? null })),
    consumers: [],
  });
  const reference = `${barbican.url}/v1/containers/${id}`;
  return json(201, { container_ref: reference }, { Location: reference });
}

export function listContainers(request: BarbicanRequest): HttpResponse {
  const own = request.barbican.records.list("container").filter((each) => each.project_id === request.who.projectId);
  return pageOf(
    request,
    "containers",
    own.map((container) => view(request, container)),
  );
}

function needContainer({ barbican, who }: BarbicanRequest, id: string): JsonObject {
  const container = barbican.records.get("container", id);
  if (container?.project_id !== who.projectId || !container) {
    throw new BarbicanError(404, isUuid4(id) ? "Secrets container not found." : "Not Found. Provided container id is invalid.");
  }
  return container;
}

export const readContainer = (request: BarbicanRequest, id: string): HttpResponse => json(200, view(request, needContainer(request, id)));

export function deleteContainer(request: BarbicanRequest, id: string): HttpResponse {
  needContainer(request, id);
  request.barbican.records.remove("container", id);
  return { status: 204, headers: {}, body: "" };
}

function view({ barbican }: BarbicanRequest, container: JsonObject): JsonObject {
  const { id, project_id: _, ...shown } = container;
  return { ...shown, container_ref: `${barbican.url}/v1/containers/${String(id)}` };
}
