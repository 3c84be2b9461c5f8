// API of Neutron.
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asObject, isObject, type Json, type JsonObject, text, texts } from "../shared/json";
import { filteredByTags, isTagFilter, pathOf, queryOf, SHAPING } from "../shared/list";
import type { OpenStackIdentity } from "./keystone-api";
import {
  badRequest,
  isAdmin,
  type Neutron,
  type NeutronCollection,
  NeutronError,
  securityGroupRules,
  securityGroups,
  view,
  visible,
} from "./neutron";
import { changeInterface, floatingIps, routers } from "./neutron-floating-ips";
import { ipAvailability, networks, qosPolicies, subnets } from "./neutron-networks";
import { ports } from "./neutron-ports";

const COLLECTIONS = [networks, subnets, ports, floatingIps, securityGroups, securityGroupRules, routers, qosPolicies];

/** One request to Neutron; `authenticate` is asked for everything but the versions. */
export function answerNeutron(neutron: Neutron, authenticate: AuthenticateIdentity, request: HttpRequest): HttpResponse {
  const response = answerOrRefuse(neutron, authenticate, request);
  if (request.written === "/") return response;
  return { ...response, headers: { ...response.headers, "x-openstack-request-id": `req-${neutron.random.uuid4()}` } };
}

type AuthenticateIdentity = (request: HttpRequest) => OpenStackIdentity | HttpResponse;

function answerOrRefuse(neutron: Neutron, authenticate: AuthenticateIdentity, request: HttpRequest): HttpResponse {
  const path = pathOf(request).replace(/\.json$/, "");
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

function route(neutron: Neutron, who: OpenStackIdentity, request: HttpRequest, path: string): HttpResponse {
  const [, version, name, id, verb, ...rest] = path.replace("/qos/policies", "/qos%2Fpolicies").split("/").map(decodeURIComponent);
  if (version === "v2.0" && name === "extensions" && id === undefined)
    return json(200, { extensions: EXTENSIONS.map((alias) => ({ alias, name: alias })) });
  if (version === "v2.0" && name === "network-ip-availabilities" && id === undefined) return ipAvailabilities(neutron, who, request);
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
  checkRevision(record, request.headers["if-match"]);
  if (request.method === "PUT") return change(neutron, collection, record, request);
  collection.remove?.(neutron, record);
  neutron.remove(collection.kind, id);
  return { status: 204, headers: {}, body: "" };
}

/** `If-Match: revision_number=N` of a change or a delete. */
function checkRevision({ revision_number: current }: JsonObject, constraint = ""): void {
  const [, wanted] = /^revision_number=(\d+)$/.exec(constraint) ?? [];
  if (wanted === undefined || Number(wanted) === current) return;
  throw new NeutronError(412, "RevisionNumberConstraintFailed", `Constrained to ${wanted}, but current revision is ${String(current)}`);
}

/** Numbers of all and of used addresses by network; for administrators only, as in the default policy. */
function ipAvailabilities(neutron: Neutron, who: OpenStackIdentity, request: HttpRequest): HttpResponse {
  if (!isAdmin(who)) throw new NeutronError(403, "PolicyNotAuthorized", "rule:get_network_ip_availabilities is disallowed by policy");
  const ids = queryOf(request).getAll("network_id");
  const matchingNetworks = neutron.list("network").filter(({ id }) => ids.length === 0 || ids.includes(String(id)));
  return json(200, { network_ip_availabilities: matchingNetworks.map((network) => ipAvailability(neutron, network)) });
}

/** Serves the parts of an object that are no objects: its tags, and the interfaces of a router. */
function beside(neutron: Neutron, collection: NeutronCollection, record: JsonObject, verb: string, request: HttpRequest): HttpResponse {
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

const EXTENSIONS = [
  "router",
  "external-net",
  "security-group",
  "standard-attr-tag",
  "standard-attr-revisions",
  "revision-if-match",
  "port-security",
  "net-mtu",
  "qos",
  "network-ip-availability",
];
const VERBS: { [method: string]: string } = { POST: "create", PUT: "update", DELETE: "delete" };

const disallowed = ({ kind }: NeutronCollection, method: string): NeutronError =>
  new NeutronError(403, "PolicyNotAuthorized", `rule:${VERBS[method]}_${kind} is disallowed by policy`);

function create(neutron: Neutron, who: OpenStackIdentity, collection: NeutronCollection, request: HttpRequest): HttpResponse {
  const body = bodyOf(collection, request);
  checkFields(body, collection.create);
  const { tenant_id: tenant, project_id: project = tenant, ...fields } = body;
  const owner = project !== undefined && isAdmin(who) ? { ...who, projectId: text(project) } : who;
  const record = collection.insert(neutron, owner, fields);
  return json(201, { [collection.kind]: view(neutron, collection, record) });
}

function change(neutron: Neutron, collection: NeutronCollection, record: JsonObject, request: HttpRequest): HttpResponse {
  const fields = bodyOf(collection, request);
  const fixed = Object.keys(fields).find((field) => !collection.update.includes(field) && collection.create.includes(field));
  if (fixed !== undefined) throw badRequest(`Cannot update read-only attribute ${fixed}`);
  checkFields(fields, collection.update);
  const changed = collection.change?.(neutron, record, fields) ?? neutron.update(collection.kind, record, fields);
  return json(200, { [collection.kind]: view(neutron, collection, changed) });
}

function parsed(request: HttpRequest): JsonObject {
  try {
    return asObject(JSON.parse(request.body));
  } catch {
    throw badRequest("Body contains invalid data");
  }
}

function bodyOf(collection: NeutronCollection, request: HttpRequest): JsonObject {
  const fields = parsed(request)[collection.kind];
  if (!isObject(fields)) throw badRequest(`Unable to find '${collection.kind}' in request body`);
  return fields;
}

function checkFields(body: JsonObject, allowed: string[]): void {
  const unknown = Object.keys(body).filter((field) => !allowed.includes(field));
  if (unknown.length > 0) throw badRequest(`Unrecognized attribute(s) '${unknown.join(", ")}'`);
}

/** A list with filters by field and by tags, chosen fields, and pages by marker. */
function listRecords(neutron: Neutron, who: OpenStackIdentity, collection: NeutronCollection, request: HttpRequest): HttpResponse {
  const query = queryOf(request);
  const all = neutron.list(collection.kind).filter((record) => visible(neutron, who, record));
  const selected = filtered(
    collection,
    all.map((record) => view(neutron, collection, record)),
    query,
  );
  const after = query.get("marker");
  const from = after === null ? 0 : selected.findIndex((record) => record.id === after) + 1;
  const limit = Number(query.get("limit") ?? 0) || selected.length;
  const page = selected.slice(from, from + limit);
  const answer: JsonObject = { [collection.plural]: page.map((record) => chosen(record, query.getAll("fields"))) };
  const last = page.at(-1);
  if (query.has("limit") && last && from + limit < selected.length) {
    query.set("marker", String(last.id));
    answer[`${collection.plural}_links`] = [{ rel: "next", href: `${neutron.url}/v2.0/${collection.path}?${query}` }];
  }
  return json(200, answer);
}

const chosen = (record: JsonObject, fields: string[]): JsonObject =>
  fields.length === 0 ? record : Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));

function filtered(collection: NeutronCollection, records: JsonObject[], query: URLSearchParams): JsonObject[] {
  const fieldNames = new Set([
    ...collection.create,
    ...collection.update,
    "id",
    "status",
    "subnets",
    "router_id",
    "shared",
    "tags",
    "revision_number",
  ]);
  let matchingRecords = records;
  for (const key of new Set(query.keys())) {
    if (SHAPING.has(key) || isTagFilter(key)) continue;
    const values = query.getAll(key);
    if (fieldNames.has(key))
      matchingRecords = matchingRecords.filter((record) => values.some((value) => matches(record[key] ?? null, value)));
    else throw badRequest(`['${key}'] is invalid attribute for filtering`);
  }
  return filteredByTags(matchingRecords, query, ({ tags }) => texts(tags));
}

/** Lists match by one of their values; `fixed_ips` by `ip_address=..` and `subnet_id=..`. */
function matches(value: Json, expected: string): boolean {
  if (Array.isArray(value)) {
    const [field = "", inner] = expected.split("=");
    return value.some((each) => (inner === undefined ? String(each) === expected : String(asObject(each)[field]) === inner));
  }
  if (typeof value === "boolean") return value === (expected.toLowerCase() === "true" || expected === "1");
  return value === null ? expected === "" : String(value) === expected;
}
