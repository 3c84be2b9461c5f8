// The HTTP server of watch: probes, metrics, `/pending`.

import { createServer, type Server } from "node:http";
import { isIP } from "node:net";
import { printableText } from "../../../resources/printable";
import { type LastKnownGood, lastKnownGoodReports } from "../../components/last-known-good";
import type { StatusRow } from "../../health/report";
import type { DriftFound, PendingChange } from "../terms/reported-event";

/** View of a continuous run at any moment: probes, metrics on request, `k8s-lb watch status`. */
export interface WatchView {
  /** Every list has been read and is followed, and the program has run once: what is written comes from complete lists. */
  ready(): boolean;
  /** Reasons why it is not ready, or for which it waits; none while all is well. */
  activeErrors(): readonly string[];
  pending(): readonly PendingChange[];
  drift(): readonly DriftFound[];
  /** Objects that are held at their last known good version. */
  lastKnownGood(): readonly LastKnownGood[];
  /** Resources whose servers must be written, and for how long the oldest has waited. */
  queue(): { waiting: number; oldestSeconds: number };
  /** Servers of each object as they were read last; absent: health is not read. */
  health?(): readonly StatusRow[];
}

/** One answer of the little HTTP server. */
export interface HttpAnswer {
  status: number;
  /** Content type. */
  type: string;
  body: string;
}

/** Responses at each path; GET alone. */
export type HttpRoutes = { readonly [path: string]: (query: URLSearchParams) => HttpAnswer | Promise<HttpAnswer> };

/** `/pending`: what waits for a person, and what drifted, as JSON. */
export function pendingRoutes(view: WatchView): HttpRoutes {
  return {
    "/pending": () => ({
      status: 200,
      type: "application/json",
      body: `${JSON.stringify(statusOf(view), null, 2)}\n`,
    }),
  };
}

const statusOf = (view: WatchView) => ({
  ready: view.ready(),
  troubles: view.activeErrors(),
  queue: view.queue(),
  pending: view.pending(),
  drift: view.drift(),
  held: lastKnownGoodReports(view.lastKnownGood()),
});

const text = (status: number, lines: readonly string[]) => ({ status, type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` });

/**
 * `/healthz` while the process answers at all: whatever else is wrong a new process would find the same, and it must not lose what it knows.
 * `/readyz` when everything is read and followed; a replica that does not lead is ready, too.
 */
export function probeRoutes(view: Pick<WatchView, "ready" | "activeErrors">): HttpRoutes {
  return {
    "/healthz": () => text(200, ["ok"]),
    "/readyz": () => (view.ready() ? text(200, ["ok"]) : text(503, ["not ready", ...view.activeErrors()])),
  };
}

const MISDIRECTED: HttpAnswer = { status: 421, type: "text/plain", body: "this name is not that of the watch: ask by its address\n" };
const NOT_FOUND: HttpAnswer = { status: 404, type: "text/plain", body: "not found\n" };
const FAILED: HttpAnswer = { status: 500, type: "text/plain", body: "this page could not be made\n" };

/** Path and query of a request; port scanners send invalid paths (`//`). */
function requestOf(url = "/"): { path: string; query: URLSearchParams } {
  const base = "http://localhost";
  const { pathname: path, searchParams: query } = URL.canParse(url, base)
    ? new URL(url, base)
    : { pathname: "", searchParams: new URLSearchParams() };
  return { path, query };
}

/**
 * True for a Host header that belongs to this server: an address, a name of this machine, or the name it listens at. A page in a
 * browser may ask by a name of its own that it has led here since (DNS rebinding), and would read the answer.
 */
function isOurs(written: string | undefined, listening: string): boolean {
  // only programs leave it out, or ask without a name
  if (written === undefined || written === "") return true;
  const url = `http://${written}`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "";
  return isIP(host) !== 0 || host === "localhost" || host.endsWith(".localhost") || host === listening.toLowerCase();
}

/** Serves the pages on an address, `127.0.0.1:9814`. A client that reads slowly, or not at all, blocks no other. */
export async function serve(routes: HttpRoutes, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const { path, query } = requestOf(request.url);
    const page = request.method === "GET" && Object.hasOwn(routes, path) ? routes[path] : undefined;
    const isMisdirected = !isOurs(request.headers.host, host);
    const made = isMisdirected
      ? Promise.resolve(MISDIRECTED)
      : page
        ? Promise.resolve().then(() => page(query))
        : Promise.resolve(NOT_FOUND);
    void made
      .catch(() => FAILED)
      .then(({ status, type, body }) => {
        // most of them are read in a terminal
        response.writeHead(status, { "Content-Type": type }).end(printableText(body));
      });
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, done);
  });
  return server;
}
