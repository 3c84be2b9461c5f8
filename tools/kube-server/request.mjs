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

/** A function that sends requests to a server as whoever has the token, and a way to end its connections. */
export function requestsTo({ url, token, ca, caFile = ca }) {
  const secure = url.startsWith("https:");
  const options = { keepAlive: true, ...(secure && caFile ? { ca: readFileSync(caFile) } : {}) };
  const agent = secure ? new TlsAgent(options) : new Agent(options);
  const open = secure ? httpsRequest : httpRequest;

  /** Answers with `{ status, headers, body, text }`; a `raw` body goes out as it is, `token: null` sends none. */
  function send({ method = "GET", path, body, raw, headers = {}, token: other, timeout = 30_000, onResponse }) {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const bearer = other === undefined ? token : other;
    const sent = {
      Accept: "application/json",
      ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const call = open(url + path, { method, agent, headers: sent, timeout }, (response) => {
        onResponse?.(response);
        let answer = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          answer += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text: answer, body: parsed(answer) }));
        response.on("error", reject);
      });
      call.on("timeout", () => call.destroy(new Error(`${method} ${path}: no answer within ${timeout} ms`)));
      call.on("error", reject);
      call.end(text);
    });
  }
  return { send, close: () => agent.destroy() };
}
