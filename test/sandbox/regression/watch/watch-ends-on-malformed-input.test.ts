import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { UNKNOWN } from "../../../../sdk/specs";
import { serve } from "../../../../sdk/watch/report/http-server";
import { RegistrationSocket } from "../../../../sdk/watch/stack/registration-socket";

// Input from outside ended the whole watch: a request for `//`, as port scanners send it, and a program that was killed while it handed
// over its component.

/** Everything that is answered until the end. */
function answered(connection: Socket, text: string): Promise<string> {
  return new Promise((done, failed) => {
    let messages = "";
    connection.setEncoding("utf8").on("data", (chunk) => {
      messages += chunk;
    });
    connection.once("error", failed).once("close", () => done(messages));
    connection.end(text);
  });
}

test.each(["//", "http://", "/nothing", "http://["])("a request for %s is answered with 404", async (path) => {
  const server = await serve({ "/healthz": () => ({ status: 200, type: "text/plain", body: "ok" }) }, "127.0.0.1", 0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answer = await answered(connect(port, "127.0.0.1"), `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
  expect((await fetch(`http://127.0.0.1:${port}/healthz?verbose`)).status).toBe(200);
  server.close();
});

test("a component that was told by half is none, and the next is heard", async () => {
  const socket = await RegistrationSocket.listen();
  await answered(connect(socket.path), '{"target":"avi","name":"ma');
  expect(socket.take()).toEqual([]);
  const whole = { target: "avi", kind: "K", name: "main", options: { owner: "o" }, clusters: [], files: [], objects: ["k8s-lb:unknown"] };
  await answered(connect(socket.path), JSON.stringify(whole));
  expect(socket.take()).toEqual([{ ...whole, objects: [UNKNOWN] }]);
  await socket.close();
});
