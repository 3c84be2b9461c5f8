// A byte now and then kept a connection busy, so that no timeout ever came: `pulumi up` hung for as long as the server dripped.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { transmit } from "../../../../provider/http/transport";

let server: Server;
let timer: NodeJS.Timeout;

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    timer = setInterval(() => response.write(" "), 50);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(() => {
  clearInterval(timer);
  server.closeAllConnections();
  server.close();
});

test("an answer that trickles in is given up after twice the time for silence", async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begin = Date.now();
  const work = transmit({ origin, insecure: false, timeoutMs: 300 }, { method: "GET", path: "/", headers: {} });
  await expect(work).rejects.toThrow("no whole answer within 0.6 s");
  expect(Date.now() - begin).toBeLessThan(30_000);
}, 60_000);
