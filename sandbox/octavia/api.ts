import { baseOf, type HttpRequest, type HttpResponse, json } from "../shared/http";
import type { Caller } from "./caller";
import { LARGEST_BODY } from "./constants";
import { Context } from "./context";
import { ApiError } from "./errors";
import { amphorae } from "./resources/amphora";
import { route } from "./router";
import type { Octavia } from "./service";
import { versions } from "./versions";

/** Says whose request it is, or how it is refused. */
export type Authenticate = (request: HttpRequest) => Caller | HttpResponse;

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
export function answer(octavia: Octavia, authenticate: Authenticate, request: HttpRequest): HttpResponse {
  if (Buffer.byteLength(request.body) > LARGEST_BODY) {
    if (request.headers.accept?.includes("application/json")) return json(413, TOO_LARGE);
    return { status: 413, headers: { "Content-Type": "text/html; charset=UTF-8" }, body: TOO_LARGE_PAGE };
  }
  const path = (request.written.split("?")[0] ?? "/").replace(/\/+$/, "") || "/";
  const caller = path === "/" ? undefined : authenticate(request);
  if (caller && "status" in caller) return caller;
  const response = caller ? answerTo(octavia, caller, request, path) : json(200, versions(baseOf(request)));
  return { ...response, headers: { ...response.headers, "x-openstack-request-id": `req-${octavia.newId()}` } };
}

function answerTo(octavia: Octavia, caller: Caller, request: HttpRequest, path: string): HttpResponse {
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

function within(octavia: Octavia, caller: Caller, request: HttpRequest, path: string): HttpResponse {
  const [version = "", ...segments] = path.slice(1).split("/").map(decodeSegment);
  if (version !== "v2" && version !== "v2.0") return json(404, { code: 404, title: "Not Found", description: null });
  if (segments[0] === "lbaas") segments.shift();
  if (segments.length === 0) return json(200, "v2");
  const ctx = new Context(octavia, caller, request, `${baseOf(request)}${request.written.split("?")[0] ?? ""}`);
  if (segments[0] === "octavia" && segments[1] === "amphorae" && request.method === "GET") return amphorae(ctx, segments.slice(2));
  return route(ctx, request.method, segments);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
