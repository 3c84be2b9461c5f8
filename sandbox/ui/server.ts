// Serves the page with the contents of the sandbox.
import { type HttpRequest, type HttpResponse, json, listen } from "../shared/http";
import { parseObject, text } from "../shared/json";
import { switchServer, type UiSources } from "./objects";
import { pageOf } from "./page";

/** A page to look at what the back ends hold, on a port of its own. */
export interface Ui {
  url: string;
  close(): Promise<void>;
}

/** Serves the page of these back ends. */
export async function startUi(sources: UiSources, port: number): Promise<Ui> {
  const server = await listen(async (request) => answer(sources, request), port);
  return { url: `http://127.0.0.1:${server.port}/`, close: server.close };
}

const HTML = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Frame-Options": "DENY" };

function answer(sources: UiSources, request: HttpRequest): HttpResponse {
  const { host = "" } = request.headers;
  // a name of somebody's that leads here is refused, and so is a page of somebody's that asks here
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return json(403, { error: "this address is for 127.0.0.1 alone" });
  const [path] = request.written.split("?");
  if (path === "/" && request.method === "GET") return { status: 200, headers: HTML, body: pageOf(sources) };
  if (path === "/servers" && request.method === "POST") return change(sources, request);
  return json(404, { error: "not found" });
}

function change(sources: UiSources, { headers, body }: HttpRequest): HttpResponse {
  if (headers.origin !== `http://${headers.host}` || headers["content-type"] !== "application/json")
    return json(403, { error: "only the page itself may switch servers" });
  const { backend, holder, address, enabled } = parseObject(body) ?? {};
  if ((backend !== "avi" && backend !== "octavia") || typeof enabled !== "boolean")
    return json(400, { error: "backend and enabled are needed" });
  const switched = switchServer(sources, { backend, holder: text(holder), address: text(address), enabled });
  return switched ? json(200, { enabled }) : json(404, { error: "there is no such server" });
}
