// Part of `k8s-lb verify`: sends one test request and reads the answer.

import { type IncomingMessage, request as overHttp } from "node:http";
import { ECHO_HEADER } from "./echo";

/** Longest wait for an answer, ms, and the longest body that is read. */
const PATIENCE_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** Answer to one request, as a client saw it. */
export type Observed =
  | { kind: "echo"; server: string; path: string; headers: Record<string, string>; answerHeaders: Record<string, string> }
  | { kind: "answer"; status: number; location?: string }
  | { kind: "closed"; reason: string };

export interface Sent {
  host: string;
  port: number;
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
}

/** Sends one request over a connection of its own. */
export function observe(sent: Sent): Promise<Observed> {
  return new Promise((resolve) => {
    const closed = (reason: string) => resolve({ kind: "closed", reason });
    const made = overHttp({ ...sent, agent: false, timeout: PATIENCE_MS, setHost: false }, (response) => {
      read(response).then((body) => resolve(observed(response, body)), closed);
    });
    made.on("timeout", () => made.destroy(new Error("no answer in 10 seconds")));
    made.on("error", (error) => closed(error.message));
    made.end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of response) {
    body += chunk;
    if (body.length > MOST_BYTES) response.destroy();
  }
  return body;
}

function observed({ statusCode = 0, headers }: IncomingMessage, body: string): Observed {
  const server = headers[ECHO_HEADER];
  if (typeof server === "string" && statusCode === 200) {
    const echoed: { path?: unknown; headers?: unknown } = parsed(body);
    return { kind: "echo", server, path: String(echoed.path), headers: textsOf(echoed.headers), answerHeaders: textsOf(headers) };
  }
  return { kind: "answer", status: statusCode, ...(headers.location === undefined ? {} : { location: headers.location }) };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, String(member)]));
}
