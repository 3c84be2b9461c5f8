// API of Barbican.
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asArray, asObject, isObject, type JsonObject } from "../shared/json";
import { pathOf } from "../shared/list";
import {
  type Barbican,
  BarbicanError,
  type BarbicanRequest,
  badProperty,
  bodyOf,
  createSecret,
  deleteSecret,
  fillSecret,
  idIn,
  isUuid4,
  listSecrets,
  moment,
  needSecret,
  pageOf,
  readPayload,
  readSecret,
} from "./barbican";
import type { OpenStackIdentity } from "./keystone-api";

type BarbicanHandler = (request: BarbicanRequest, id: string) => HttpResponse;

const ROUTES: { [route: string]: BarbicanHandler } = {
  "GET secrets": listSecrets,
  "POST secrets": createSecret,
  "GET secrets/*": readSecret,
  "PUT secrets/*": fillSecret,
  "DELETE secrets/*": deleteSecret,
  "GET secrets/*/payload": readPayload,
  "GET secrets/*/acl": readAcl,
  "PUT secrets/*/acl": writeAcl,
  "GET containers": listContainers,
  "POST containers": createContainer,
  "GET containers/*": readContainer,
  "DELETE containers/*": deleteContainer,
};

/** One request to Barbican; `authenticate` is asked for everything but the versions. */
export function answerBarbican(
  barbican: Barbican,
  authenticate: (request: HttpRequest) => OpenStackIdentity | HttpResponse,
  http: HttpRequest,
): HttpResponse {
  const path = pathOf(http);
  if (path === "") return json(300, { versions: { values: [version(barbican)] } });
  const who = authenticate(http);
  if ("status" in who) return who;
  if (path === "/v1") return json(200, { version: version(barbican) });
  const [, , collection = "", id, ...rest] = path.split("/");
  const route = [collection, ...(id === undefined ? [] : ["*"]), ...rest].join("/");
  const handler = ROUTES[`${http.method} ${route}`];
  try {
    if (!handler) throw new BarbicanError(404, "Not Found. Sorry but your container has no such resource.");
    return handler({ barbican, who, http }, id ?? "");
  } catch (error) {
    if (error instanceof BarbicanError) return error.response();
    throw error;
  }
}

const version = (barbican: Barbican): object => ({
  id: "v1",
  status: "stable",
  links: [
    { rel: "self", href: `${barbican.url}/v1/` },
    { rel: "describedby", type: "text/html", href: "https://docs.openstack.org/" },
  ],
  "media-types": [{ base: "application/json", type: "application/vnd.openstack.key-manager-v1+json" }],
});

/** Readers of a secret; by default all users of its project. */
function readAcl(request: BarbicanRequest, id: string): HttpResponse {
  return json(200, asObject(needSecret(request, id).acl));
}

function writeAcl(request: BarbicanRequest, id: string): HttpResponse {
  const secret = needSecret(request, id);
  const now = moment();
  const read: JsonObject = { "project-access": true, users: [], ...asObject(bodyOf(request).read), created: now, updated: now };
  request.barbican.records.put("secret", { ...secret, acl: { read } });
  return json(200, { acl_ref: `${request.barbican.url}/v1/secrets/${id}/acl` });
}

const TYPES = ["generic", "rsa", "certificate"];
const ROLES = ["certificate", "private_key", "private_key_passphrase", "intermediates"];
const ROLES_TEXT =
  "only 'private_key', 'certificate' , 'private_key_passphrase',  or 'intermediates' reference names are allowed for Certificate type";

/** Secrets that belong together under the names of their parts. */
function createContainer(request: BarbicanRequest): HttpResponse {
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
  barbican.records.put("container", {
    id,
    project_id: who.projectId ?? null,
    ...{ created: now, updated: now, status: "ACTIVE", name: body.name ?? null, type: body.type ?? "generic", creator_id: who.userId },
    secret_refs: references.map((each) => ({ name: each.name ?? null, secret_ref: each.secret_ref ?? null })),
    consumers: [],
  });
  const reference = `${barbican.url}/v1/containers/${id}`;
  return json(201, { container_ref: reference }, { Location: reference });
}

function listContainers(request: BarbicanRequest): HttpResponse {
  const projectContainers = request.barbican.records.list("container").filter((each) => each.project_id === request.who.projectId);
  return pageOf(
    request,
    "containers",
    projectContainers.map((container) => view(request, container)),
  );
}

function needContainer({ barbican, who }: BarbicanRequest, id: string): JsonObject {
  const container = barbican.records.get("container", id);
  if (container?.project_id !== who.projectId || !container) {
    throw new BarbicanError(404, isUuid4(id) ? "Secrets container not found." : "Not Found. Provided container id is invalid.");
  }
  return container;
}

function readContainer(request: BarbicanRequest, id: string): HttpResponse {
  return json(200, view(request, needContainer(request, id)));
}

function deleteContainer(request: BarbicanRequest, id: string): HttpResponse {
  needContainer(request, id);
  request.barbican.records.remove("container", id);
  return { status: 204, headers: {}, body: "" };
}

function view({ barbican }: BarbicanRequest, container: JsonObject): JsonObject {
  const { id, project_id: _, ...shown } = container;
  return { ...shown, container_ref: `${barbican.url}/v1/containers/${String(id)}` };
}
