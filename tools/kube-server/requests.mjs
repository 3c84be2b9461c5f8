// Requests to a Kubernetes API server from scripts and tests: nothing is retried or interpreted.
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { Stop } from "../lib/process.mjs";

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

/** Sends requests to a server as the user of the token, over connections that are kept until `close()`. */
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

// Kinds of custom resources put into a server, ready to be used.

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The API server holds back every create of a custom resource for two seconds after its definition was accepted. */
const quarantine = 2_000;

const isEstablished = ({ status }) => status?.conditions?.some(({ type, status }) => type === "Established" && status === "True");

const pathOf = ({ spec: { group, versions, names } }) => `/apis/${group}/${versions.find(({ storage }) => storage).name}/${names.plural}`;

/** Asks every 20 ms; `works()` answers whether it is so. */
async function until(what, works) {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) if (await works()) return;
  throw new Stop(`${what} after 30 seconds`);
}

/**
 * Creates the definitions that the server does not have and waits until objects of their kinds can be listed and created without delay.
 *
 * @param server `{ url, token, ca }` as `startKubeServer` returns it; `ca` is the path of a file
 * @param crds manifests of apiextensions.k8s.io/v1
 */
export async function installCrds(server, crds) {
  const { send, close } = requestsTo(server);
  try {
    const created = await Promise.all(
      crds.map(async (crd) => {
        const { status, body } = await send({ method: "POST", path: definitions, body: crd });
        if (status === 201 || (status === 409 && body.reason === "AlreadyExists")) return status === 201;
        throw new Stop(`the server refused ${crd.metadata.name}: ${body.message ?? status}`);
      }),
    );
    for (const crd of crds) {
      await until(`${crd.metadata.name} is not established`, async () => {
        return isEstablished((await send({ path: `${definitions}/${crd.metadata.name}` })).body);
      });
      // 404 and then 429 "storage is (re)initializing" come before the first answer.
      await until(`${crd.metadata.name} is not served`, async () => (await send({ path: pathOf(crd) })).status === 200);
    }
    if (created.some(Boolean)) await sleep(quarantine);
  } finally {
    close();
  }
}
