import { createServer, type Server } from "node:http";
import type { Page, Routes } from "./view";

const NOT_FOUND: Page = { status: 404, type: "text/plain", body: "not found\n" };
const FAILED: Page = { status: 500, type: "text/plain", body: "this page could not be made\n" };

/** Serves the pages on an address, `127.0.0.1:9814`. Whoever reads slowly, or not at all, holds nobody up. */
export async function serve(routes: Routes, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const page = request.method === "GET" ? routes[pathname] : undefined;
    const made = page ? Promise.resolve().then(page) : Promise.resolve(NOT_FOUND);
    void made
      .catch(() => FAILED)
      .then(({ status, type, body }) => {
        response.writeHead(status, { "Content-Type": type }).end(body);
      });
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, done);
  });
  return server;
}
