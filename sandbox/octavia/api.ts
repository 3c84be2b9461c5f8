// Routes requests to the Octavia API.
import { baseOf, type HttpRequest, type HttpResponse, json } from "../shared/http";
import { pathOf } from "../shared/list";
import { create, list, type OctaviaCollection, read, remove, update } from "./collection";
import { LARGEST_BODY } from "./constants";
import { LbaasRequest, type OctaviaCaller } from "./context";
import { ApiError } from "./errors";
import { CATALOGUES, type Catalogue, createEntry, deleteEntry, listEntries, readEntry, updateEntry } from "./flavors";
import { healthMonitors } from "./health-monitor";
import { policies } from "./l7-policy";
import { rules } from "./l7-rule";
import { listeners } from "./listener";
import { createLoadBalancer, deleteLoadBalancer, failOver, readStatistics, readStatus, updateLoadBalancer } from "./load-balancer";
import { members, poolInPath, updateMembers } from "./member";
import { pools } from "./pool";
import { listProviders } from "./provider";
import { listQuotas, readDefaultQuota, readQuota, resetQuota, updateQuota } from "./quota";
import type { OctaviaService } from "./service";

/** Says whose request it is, or how it is refused. */
export type AuthenticateCaller = (request: HttpRequest) => OctaviaCaller | HttpResponse;

const TOO_LARGE = {
  code: "413 Request Entity Too Large",
  message: "Request is too large. Larger than max_request_body_size (%s).<br /><br />\n\n\n",
  title: "Request Entity Too Large",
};

const TOO_LARGE_PAGE = `<html>
 <head>
  <title>413 Request Entity Too Large</title>
 </head>
 <body>
  <h1>413 Request Entity Too Large</h1>
  Request is too large. Larger than max_request_body_size (%s).<br /><br />



 </body>
</html>`;

/** One request to the API, from the outermost check inwards. What is refused before Octavia itself sees it has no request id. */
export function answer(octavia: OctaviaService, authenticate: AuthenticateCaller, request: HttpRequest): HttpResponse {
  if (Buffer.byteLength(request.body) > LARGEST_BODY) {
    if (request.headers.accept?.includes("application/json")) return json(413, TOO_LARGE);
    return { status: 413, headers: { "Content-Type": "text/html; charset=UTF-8" }, body: TOO_LARGE_PAGE };
  }
  const path = pathOf(request) || "/";
  const caller = path === "/" ? undefined : authenticate(request);
  if (caller && "status" in caller) return caller;
  const response = caller ? answerTo(octavia, caller, request, path) : json(200, versions(baseOf(request)));
  return { ...response, headers: { ...response.headers, "x-openstack-request-id": `req-${octavia.newId()}` } };
}

function answerTo(octavia: OctaviaService, caller: OctaviaCaller, request: HttpRequest, path: string): HttpResponse {
  try {
    checkAccept(request);
    return within(octavia, caller, request, path);
  } catch (error) {
    if (error instanceof ApiError) return error.response();
    throw error;
  }
}

function checkAccept(request: HttpRequest): void {
  const { accept } = request.headers;
  if (!accept || /application\/(json|\*)|\*\/\*/.test(accept)) return;
  throw new ApiError(406, "Only content type application/json is accepted.", "routing");
}

function within(octavia: OctaviaService, caller: OctaviaCaller, request: HttpRequest, path: string): HttpResponse {
  const [version = "", ...segments] = path.slice(1).split("/").map(decodeSegment);
  if (version !== "v2" && version !== "v2.0") return json(404, { code: 404, title: "Not Found", description: null });
  if (segments[0] === "lbaas") segments.shift();
  if (segments.length === 0) return json(200, "v2");
  const ctx = new LbaasRequest(octavia, caller, request, `${baseOf(request)}${request.written.split("?")[0] ?? ""}`);
  return route(ctx, request.method, segments);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** When each minor version of the API came, in the order of the list that `GET /` shows. */
const UPDATED = [
  "2016-12-11T00:00:00Z",
  "2018-04-20T00:00:00Z",
  "2018-07-31T00:00:00Z",
  "2018-12-18T00:00:00Z",
  "2018-12-19T00:00:00Z",
  "2019-01-21T00:00:00Z",
  "2019-01-25T00:00:00Z",
  "2018-01-25T12:00:00Z",
  "2019-02-12T00:00:00Z",
  "2019-03-04T00:00:00Z",
  "2019-03-05T00:00:00Z",
  "2019-06-24T00:00:00Z",
  "2019-09-11T00:00:00Z",
  "2019-09-13T00:00:00Z",
  "2019-11-10T00:00:00Z",
  "2020-03-10T00:00:00Z",
  "2020-03-15T00:00:00Z",
  "2020-04-29T00:00:00Z",
  "2020-04-29T01:00:00Z",
  "2020-05-12T00:00:00Z",
  "2020-08-02T00:00:00Z",
  "2020-09-03T00:00:00Z",
  "2020-09-04T00:00:00Z",
  "2020-09-07T00:00:00Z",
  "2020-10-15T00:00:00Z",
  "2021-10-02T00:00:00Z",
  "2022-08-29T00:00:00Z",
  "2023-05-05T00:00:00Z",
  "2023-11-08T00:00:00Z",
  "2024-10-15T00:00:00Z",
  "2025-02-26T00:00:00Z",
];

/** Answer of `GET /`: a server has every feature up to its newest version, so clients need not negotiate. */
function versions(base: string): object {
  return {
    versions: UPDATED.map((updated, minor) => ({
      id: `v2.${minor}`,
      status: minor === UPDATED.length - 1 ? "CURRENT" : "SUPPORTED",
      updated,
      links: [{ href: `${base}/v2`, rel: "self" }],
    })),
  };
}

type OctaviaHandler = (ctx: LbaasRequest, ...ids: string[]) => HttpResponse;
type Methods = { [method: string]: OctaviaHandler };

/** All operations of a collection, and of one of its objects, below a path. */
const served = (of: OctaviaCollection, path = "", more: Methods = {}): Routes => ({
  [path]: { GET: (ctx, ...ids) => list(ctx, of, ...ids), POST: (ctx, ...ids) => create(ctx, of, ...ids), ...more },
  [`${path && `${path}/`}*`]: {
    GET: (ctx, ...ids) => read(ctx, of, ...ids),
    PUT: (ctx, ...ids) => update(ctx, of, ...ids),
    DELETE: (ctx, ...ids) => remove(ctx, of, ...ids),
  },
});

const entries = (of: Catalogue): Routes => ({
  "": { GET: (ctx) => listEntries(ctx, of), POST: (ctx) => createEntry(ctx, of) },
  "*": {
    GET: (ctx, id = "") => readEntry(ctx, of, id),
    PUT: (ctx, id = "") => updateEntry(ctx, of, id),
    DELETE: (ctx, id = "") => deleteEntry(ctx, of, id),
  },
});

/** Paths below a collection; `*` is an id. */
type Routes = { [path: string]: Methods };

const COLLECTIONS: { [name: string]: Routes } = {
  loadbalancers: {
    "": { GET: (ctx) => ctx.showAll("loadbalancer", "loadbalancers"), POST: createLoadBalancer },
    "*": { GET: (ctx, id = "") => ctx.show("loadbalancer", id), PUT: updateLoadBalancer, DELETE: deleteLoadBalancer },
    "*/status": { GET: readStatus },
    "*/statuses": { GET: readStatus },
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "loadbalancer", id) },
    "*/failover": { PUT: failOver },
  },
  listeners: {
    ...served(listeners),
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "listener", id) },
  },
  pools: { ...served(pools), ...served(members, "*/members", { PUT: updateMembers }) },
  healthmonitors: served(healthMonitors),
  l7policies: { ...served(policies), ...served(rules, "*/rules") },
  quotas: {
    "": { GET: listQuotas },
    "*": { GET: readQuota, PUT: updateQuota, DELETE: resetQuota },
    "*/default": { GET: readDefaultQuota },
  },
  providers: { "": { GET: listProviders } },
  ...Object.fromEntries(Object.entries(CATALOGUES).map(([name, of]) => [name, entries(of)])),
};

/** The ids of handlers that a path without one lacks. */
const ID_ARGUMENT: { [collection: string]: string } = { quotas: "project_id" };

/** Collections whose objects are only shown whole. */
const NO_FIELDS = ["quotas"];

/** Finds the handler of a path below `/v2/lbaas`. */
function route(ctx: LbaasRequest, method: string, segments: string[]): HttpResponse {
  const [collection = "", ...rest] = segments;
  const routes = COLLECTIONS[collection];
  if (!routes) throw new ApiError(404, "", "routing");
  const shape = rest.map((segment, i) => (i % 2 === 0 ? "*" : segment)).join("/");
  const ids = rest.filter((_, i) => i % 2 === 0);
  if (shape.startsWith("*/members")) poolInPath(ctx, ids[0] ?? "");
  const handler = routes[shape]?.[method];
  if (handler) return handler(ctx, ...ids);
  // what follows an id is taken for a list of fields, letter by letter
  const showOne = rest.length === 2 && method === "GET" ? routes["*"]?.GET : undefined;
  if (showOne && !NO_FIELDS.includes(collection)) {
    ctx.query.delete("fields");
    for (const letter of rest[1] ?? "") ctx.query.append("fields", letter);
    return showOne(ctx, ...ids);
  }
  if (rest.length === 0 && (method === "PUT" || method === "DELETE") && routes["*"]?.[method]) {
    throw new ApiError(400, `Missing argument: "${ID_ARGUMENT[collection] ?? "id"}"`);
  }
  throw new ApiError(routes[shape] ? 405 : rest.length > 1 ? 404 : 405, "", "routing");
}
