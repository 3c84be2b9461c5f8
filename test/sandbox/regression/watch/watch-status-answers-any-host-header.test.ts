import { get, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pendingRoutes, serve } from "../../../../sdk/watch/report/http-server";

const view = {
  ready: () => true,
  activeErrors: () => ["Ingress default/web waits"],
  queue: () => ({ waiting: 0, oldestSeconds: 0 }),
  pending: () => [],
  drift: () => [],
  lastKnownGood: () => [],
};

let server: Server;
beforeAll(async () => {
  server = await serve(pendingRoutes(view), "127.0.0.1", 0);
});
afterAll(() => void server.close());

function ask(host: string): Promise<{ status: number | undefined; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((done, failed) => {
    const answered = get({ host: "127.0.0.1", port, path: "/pending", headers: { Host: host } }, async (response) => {
      done({ status: response.statusCode, text: (await response.setEncoding("utf8").toArray()).join("") });
    });
    answered.on("error", failed);
  });
}

/** A page in a browser leads its own name to 127.0.0.1 and reads what the watch says. */
test.each(["evil.example.com", "evil.example.com:9814", "localhost.evil.example.com", "127.0.0.1.evil.example.com", "a b", "user@evil"])(
  "%s learns nothing",
  async (host) => {
    const { status, text } = await ask(host);
    expect(status).not.toBe(200);
    expect(text).not.toContain("default/web");
  },
);

test.each(["127.0.0.1", "127.0.0.1:9814", "localhost:9814", "LOCALHOST", "[::1]:9814", "10.1.2.3:9814"])(
  "%j is answered: a person, a probe of a kubelet, a scraper",
  async (host) => {
    const { status, text } = await ask(host);
    expect(status).toBe(200);
    expect(JSON.parse(text).troubles).toEqual(["Ingress default/web waits"]);
  },
);

// a client of node:http would put the address in its place
test.each(["GET /pending HTTP/1.0\r\n\r\n", "GET /pending HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"])(
  "%j is answered: only a program leaves the host out",
  async (request) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1", () => void socket.write(request));
    const text = (await socket.setEncoding("utf8").toArray()).join("");
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain("Ingress default/web waits");
  },
);
