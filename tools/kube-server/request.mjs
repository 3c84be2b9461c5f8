// Requests to a Kubernetes API server from scripts and tests: nothing is retried or interpreted.
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";

/** The body of an answer: JSON where it is, else text. */
function parsed(text) {
  try {
    return text === "" ? "" : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text of an authority's certificates: `ca` is that text or the path of its file. */
const authorityOf = (ca) => (ca?.includes("-----BEGIN") ? ca : ca && readFileSync(ca));

/** Sends requests to a server as whoever has the token, over connections that are kept until `close()`. */
export function requestsTo({ url, token, ca }) {
  const secure = url.startsWith("https:");
  const options = { keepAlive: true, ca: authorityOf(ca) };
  const agent = secure ? new TlsAgent(options) : new Agent(options);
  const open = secure ? httpsRequest : httpRequest;

  /** Begins a request; `onResponse` gets the answer as it comes. A `raw` body goes out as it is, `token: null` sends none. */
  function stream({ method = "GET", path, body, raw, headers = {}, token: other = token }, onResponse) {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent = {
      Accept: "application/json",
      ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
      ...(other ? { Authorization: `Bearer ${other}` } : {}),
      ...headers,
    };
    const call = open(url + path, { method, agent, headers: sent }, onResponse);
    call.end(text);
    return call;
  }

  /** Answers with `{ status, headers, body, text }`. */
  function send({ timeout = 30_000, ...request }) {
    return new Promise((resolve, reject) => {
      const call = stream(request, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text, body: parsed(text) }));
        response.on("error", reject);
      });
      call.setTimeout(timeout, () => call.destroy(new Error(`${request.path}: no answer within ${timeout} ms`)));
      call.on("error", reject);
    });
  }
  return { send, stream, close: () => agent.destroy() };
}
