import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect as dial, type Socket } from "node:net";
import { generate } from "selfsigned";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proxyFor } from "../../../../provider/http/connection";
import { transmit } from "../../../../provider/http/transport";
import { ScriptedCloud } from "./cloud";

const proxies = { HTTPS_PROXY: "http://p:3128", HTTP_PROXY: "plain:80", NO_PROXY: "corp.example.com, .lab, 10.0.0.5:8774 *.wild" };

test.each([
  ["https://keystone.example.com/v3", "http://p:3128"],
  ["http://keystone.example.com", "http://plain:80"],
  ["https://corp.example.com", undefined],
  ["https://lb.corp.example.com:9876/v2", undefined],
  ["https://corp.example.com.evil", "http://p:3128"],
  ["https://x.lab", undefined],
  ["https://a.wild", undefined],
  ["https://10.0.0.5:8774", undefined],
  ["https://10.0.0.5:9876", "http://p:3128"],
  ["http://127.0.0.1:9876", undefined],
  ["https://localhost", undefined],
  ["https://[::1]:5000", undefined],
])("%s goes through %s", (address, proxy) => {
  expect(proxyFor(address, proxies)).toBe(proxy);
});

test("* excepts all, and a proxy of another kind is refused", () => {
  expect(proxyFor("https://x", { ALL_PROXY: "p:1", NO_PROXY: "*" })).toBeUndefined();
  expect(proxyFor("https://x", { ALL_PROXY: "p:1" })).toBe("http://p:1");
  expect(() => proxyFor("https://x", { HTTPS_PROXY: "socks5://me:word@p" })).toThrow(/LB2002: .* scheme socks5, which is not supported/);
});

describe("through a proxy", () => {
  const requests: string[] = [];
  const allowed = "Basic bWU6d29yZA==";
  const plain = new ScriptedCloud();
  let secure: ScriptedCloud;
  let cert: string;
  const open = new Set<Socket>();
  const proxy = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void fetch(request.url ?? "").then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
  });
  proxy.on("connect", (request: IncomingMessage, client: Socket) => {
    requests.push(`CONNECT ${request.url}`);
    if (request.headers["proxy-authorization"] !== allowed) return client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const target = dial(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    for (const socket of [target, client]) socket.on("error", () => socket.destroy());
    open.add(client);
  });
  const at = (user: string) => `http://${user}@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const call = { method: "GET", path: "/identity/v3", headers: {} } as const;

  beforeAll(async () => {
    const made = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
    });
    cert = made.cert;
    secure = new ScriptedCloud({ cert, key: made.private });
    await Promise.all([plain.start(), secure.start(), new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))]);
  });
  beforeEach(() => {
    requests.length = 0;
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    proxy.close();
    await Promise.all([plain.stop(), secure.stop()]);
  });

  test("TLS goes in a tunnel that is kept, and is verified end to end", async () => {
    const peer = { origin: secure.url, ca: cert, insecure: false, timeoutMs: 5000, proxy: at("me:word") };
    for (let i = 0; i < 3; i++) expect((await transmit(peer, call)).status).toBe(404);
    expect(requests).toEqual([`CONNECT ${secure.url.replace("https://", "")}`]);
    await expect(transmit({ ...peer, ca: undefined }, call)).rejects.toMatchObject({ hopeless: true });
  });

  test("clear text is asked of the proxy itself", async () => {
    const peer = { origin: plain.url, insecure: false, timeoutMs: 5000, proxy: at("me:word") };
    expect((await transmit(peer, call)).status).toBe(404);
    expect(requests).toEqual([`GET ${plain.url}/identity/v3`]);
  });

  test("a proxy that refuses is named without its password, and nothing was sent", async () => {
    const peer = { origin: secure.url, ca: cert, insecure: false, timeoutMs: 5000, proxy: at("me:wrong-word") };
    await expect(transmit(peer, call)).rejects.toMatchObject({
      neverSent: true,
      message: expect.stringMatching(/^proxy 127\.0\.0\.1:\d+: answered 407$/),
    });
    await expect(transmit({ ...peer, proxy: "http://127.0.0.1:9" }, call)).rejects.toMatchObject({ neverSent: true });
  });
});
