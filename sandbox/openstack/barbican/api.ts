import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { asObject, type JsonObject } from "../../shared/json";
import type { Identity } from "../keystone/guard";
import { createContainer, deleteContainer, listContainers, readContainer } from "./containers";
import { BarbicanError } from "./errors";
import { type BarbicanRequest, bodyOf, moment } from "./request";
import { createSecret, deleteSecret, fillSecret, listSecrets, needSecret, readPayload, readSecret } from "./secrets";
import type { Barbican } from "./service";

type Handler = (request: BarbicanRequest, id: string) => HttpResponse;

const ROUTES: { [route: string]: Handler } = {
  "GET secrets": listSecrets,
  "POST secrets": createSecret,
  "GET secrets/*": readSecret,
  "PUT secrets/*": fillSecret,
  "DELETE secrets/*": deleteSecret,
  "GET secrets/*/payload": readPayload,
  "GET secrets/*/acl": readAcl,
  "PUT secrets/*/acl": writeAcl,
  "DELETE secrets/*/acl": removeAcl,
  "GET containers": listContainers,
  "POST containers": createContainer,
  "GET containers/*": readContainer,
  "DELETE containers/*": deleteContainer,
};

/** One request to Barbican; `authenticate` is asked for everything but the versions. */
export function answerBarbican(
  barbican: Barbican,
  authenticate: (request: HttpRequest) => Identity | HttpResponse,
  http: HttpRequest,
): HttpResponse {
  const path = (http.written.split("?")[0] ?? "").replace(/\/+$/, "");
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

/** Who may read a secret; by default everybody in its project. */
function readAcl(request: BarbicanRequest, id: string): HttpResponse {
  return json(200, asObject(needSecret(request, id).acl));
}

function writeAcl(request: BarbicanRequest, id: string): HttpResponse {
  const secret = needSecret(request, id);
  const now = moment();
  const read: JsonObject = { "project-access": true, users: [], ...asObject(bodyOf(request).read), created: now, updated: now };
  request.barbican.records.put("secret", id, { ...secret, acl: { read } });
  return json(200, { acl_ref: `${request.barbican.url}/v1/secrets/${id}/acl` });
}

function removeAcl(request: BarbicanRequest, id: string): HttpResponse {
  const secret = needSecret(request, id);
  request.barbican.records.put("secret", id, { ...secret, acl: { read: { "project-access": true } } });
  return { status: 200, headers: { "Content-Type": "application/json" }, body: "null" };
}
