import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Collection } from "./collection";
import { badRequest, NeutronError } from "./errors";
import { floatingIps } from "./floating-ips";
import { listRecords } from "./list";
import { networks, subnets } from "./networks";
import { ports } from "./ports";
import { qosPolicies } from "./qos-policies";
import { changeInterface, routers } from "./routers";
import { securityGroupRules, securityGroups } from "./security-groups";
import { type Asker, isAdmin, type Neutron } from "./service";
import { view, visible } from "./visibility";

const COLLECTIONS = [networks, subnets, ports, floatingIps, securityGroups, securityGroupRules, routers, qosPolicies];

/** One request to Neutron; `authenticate` is asked for everything but the versions. */
export function answerNeutron(neutron: Neutron, authenticate: Authenticate, request: HttpRequest): HttpResponse {
  const response = answerOrRefuse(neutron, authenticate, request);
  if (request.written === "/") return response;
  return { ...response, headers: { ...response.headers, "x-openstack-request-id": `req-${neutron.random.uuid4()}` } };
}

type Authenticate = (request: HttpRequest) => Asker | HttpResponse;

function answerOrRefuse(neutron: Neutron, authenticate: Authenticate, request: HttpRequest): HttpResponse {
  const path = (request.written.split("?")[0] ?? "").replace(/\/+$/, "").replace(/\.json$/, "");
  if (path === "") {
    return json(200, { versions: [{ id: "v2.0", status: "CURRENT", links: [{ rel: "self", href: `${neutron.url}/v2.0/` }] }] });
  }
  const who = authenticate(request);
  if ("status" in who) return who;
  try {
    return route(neutron, who, request, path);
  } catch (error) {
    if (error instanceof NeutronError) return error.response();
    throw error;
  }
}

function route(neutron: Neutron, who: Asker, request: HttpRequest, path: string): HttpResponse {
  const [, version, name, id, verb, ...rest] = path.replace("/qos/policies", "/qos%2Fpolicies").split("/").map(decodeURIComponent);
  if (version === "v2.0" && name === "extensions" && id === undefined)
    return json(200, { extensions: EXTENSIONS.map((alias) => ({ alias, name: alias })) });
  const collection = version === "v2.0" && rest.length === 0 ? COLLECTIONS.find((each) => each.path === name) : undefined;
  if (!collection) throw new NeutronError(404, "HTTPNotFound", "The resource could not be found.");
  if (collection.administered && request.method !== "GET" && !isAdmin(who)) throw disallowed(collection, request.method);
  if (id === undefined) {
    if (request.method === "POST") return create(neutron, who, collection, request);
    return listRecords(neutron, who, collection, request);
  }
  const record = neutron.get(collection.kind, id);
  if (!record || !visible(neutron, who, record)) throw collection.missing(id);
  if (verb !== undefined) return beside(neutron, collection, record, verb, request);
  if (request.method === "GET") return json(200, { [collection.kind]: view(neutron, collection, record) });
  if (request.method === "PUT") return change(neutron, collection, record, request);
  collection.remove?.(neutron, record);
  neutron.remove(collection.kind, id);
  return { status: 204, headers: {}, body: "" };
}

/** What hangs on an object without being one: its tags, and the interfaces of a router. */
function beside(neutron: Neutron, collection: Collection, record: JsonObject, verb: string, request: HttpRequest): HttpResponse {
  if (verb === "tags" && request.method === "PUT") {
    const { tags = [] } = parsed(request);
    neutron.update(collection.kind, record, { tags });
    return json(200, { tags });
  }
  if (verb === "tags" && request.method === "GET") return json(200, { tags: record.tags ?? [] });
  if (collection === routers && verb.endsWith("_router_interface"))
    return json(200, changeInterface(neutron, record, verb, parsed(request)));
  throw new NeutronError(404, "HTTPNotFound", "The resource could not be found.");
}

const EXTENSIONS = ["router", "external-net", "security-group", "standard-attr-tag", "port-security", "net-mtu", "qos"];
const VERBS: { [method: string]: string } = { POST: "create", PUT: "update", DELETE: "delete" };

const disallowed = ({ kind }: Collection, method: string): NeutronError =>
  new NeutronError(403, "PolicyNotAuthorized", `rule:${VERBS[method]}_${kind} is disallowed by policy`);

function create(neutron: Neutron, who: Asker, collection: Collection, request: HttpRequest): HttpResponse {
  const given = bodyOf(collection, request);
  checkFields(given, collection.create);
  const { tenant_id: tenant, project_id: project = tenant, ...fields } = given;
  const owner = project !== undefined && isAdmin(who) ? { ...who, projectId: text(project) } : who;
  const record = collection.insert(neutron, owner, fields);
  return json(201, { [collection.kind]: view(neutron, collection, record) });
}

function change(neutron: Neutron, collection: Collection, record: JsonObject, request: HttpRequest): HttpResponse {
  const given = bodyOf(collection, request);
  const fixed = Object.keys(given).find((field) => !collection.update.includes(field) && collection.create.includes(field));
  if (fixed !== undefined) throw badRequest(`Cannot update read-only attribute ${fixed}`);
  checkFields(given, collection.update);
  const changed = collection.change?.(neutron, record, given) ?? neutron.update(collection.kind, record, given);
  return json(200, { [collection.kind]: view(neutron, collection, changed) });
}

function parsed(request: HttpRequest): JsonObject {
  try {
    return asObject(JSON.parse(request.body));
  } catch {
    throw badRequest("Body contains invalid data");
  }
}

function bodyOf(collection: Collection, request: HttpRequest): JsonObject {
  const given = parsed(request)[collection.kind];
  if (!isObject(given)) throw badRequest(`Unable to find '${collection.kind}' in request body`);
  return given;
}

function checkFields(given: JsonObject, known: string[]): void {
  const unknown = Object.keys(given).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw badRequest(`Unrecognized attribute(s) '${unknown.join(", ")}'`);
}
