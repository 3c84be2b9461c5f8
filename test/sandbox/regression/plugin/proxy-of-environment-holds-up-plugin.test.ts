import { createServer, type Server as NetServer } from "node:net";
import { Client, credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, expect, it, vi } from "vitest";
import { reachEngineWithoutProxy } from "../../../../plugin/engine-without-proxy";

// With `http_proxy` in the environment the plugin's calls to the engine went to the proxy: a preview hung for 90 seconds.

const open: { close(): unknown }[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0)) one.close();
});

const listening = (server: NetServer) =>
  new Promise<number>((done) => server.listen(0, "127.0.0.1", () => done((server.address() as { port: number }).port)));

/** Calls a server of this machine, with a proxy in the environment that never answers; what the proxy was asked for. */
async function called(): Promise<{ answer: string; proxied: number }> {
  let proxied = 0;
  const sockets: { destroy(): unknown }[] = [];
  const proxy = createServer((socket) => {
    proxied++;
    sockets.push(socket.on("error", () => undefined));
  });
  vi.stubEnv("http_proxy", `http://127.0.0.1:${await listening(proxy)}`);
  vi.stubEnv("no_grpc_proxy", undefined);
  open.push(proxy, {
    close() {
      for (const one of sockets) one.destroy();
    },
  });
  reachEngineWithoutProxy();
  const server = new Server();
  const method = { path: "/engine.Engine/Ping", requestStream: false, responseStream: false } as const;
  const [write, read] = [(text: string) => Buffer.from(text), (bytes: Buffer) => bytes.toString()];
  server.addService(
    { ping: { ...method, requestSerialize: write, requestDeserialize: read, responseSerialize: write, responseDeserialize: read } },
    { ping: (_call: unknown, reply: (error: null, text: string) => void) => reply(null, "pong") },
  );
  const port = await new Promise<number>((done, fail) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? fail(error) : done(bound))),
  );
  open.push({ close: () => server.forceShutdown() });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  open.push(client);
  const answer = await new Promise<string>((done) =>
    client.makeUnaryRequest(method.path, write, read, "x", { deadline: Date.now() + 3_000 }, (error, text) =>
      done(error?.details ?? text ?? ""),
    ),
  );
  return { answer, proxied };
}

it("calls the engine without the proxy", async () => {
  expect(await called()).toEqual({ answer: "pong", proxied: 0 });
});

it("keeps the exceptions that somebody has set", () => {
  const environment: NodeJS.ProcessEnv = { no_proxy: ".example.com" };
  reachEngineWithoutProxy(environment);
  expect(environment).toEqual({ no_proxy: ".example.com", no_grpc_proxy: ".example.com,127.0.0.1,localhost" });
});
