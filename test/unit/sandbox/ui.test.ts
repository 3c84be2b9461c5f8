import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/index";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ https: false, rateLimit: "off", octaviaAuth: "noauth" });
  const { store } = sandbox.backends.avi;
  const servers = [1, 2].map((last) => ({ ip: { addr: `10.0.0.${last}`, type: "V4" }, port: 8080, enabled: true }));
  store.put("pool", { name: `web"><script>x</script>`, servers });
  store.put("sslkeyandcertificate", { name: "shop", key: "THE KEY", certificate: { certificate: "THE CERTIFICATE" } });
});
afterAll(() => sandbox?.close());

/** Fetch does not let a caller choose Host and Origin. */
function ask(method: string, path: string, headers: Record<string, string>, body = ""): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(sandbox.ui.url);
  return new Promise((done, failed) => {
    const sent = request({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
      let text = "";
      answer.on("data", (bytes) => {
        text += bytes;
      });
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

const servers = () => sandbox.backends.avi.store.list("pool")[0]?.servers;
const wish = (address: string) => JSON.stringify({ backend: "avi", holder: `web"><script>x</script>`, address, enabled: false });
const own = () => ({ origin: new URL(sandbox.ui.url).origin, "content-type": "application/json" });

test("the page has objects, servers and calls, and neither keys nor markup of names", async () => {
  await fetch(`${sandbox.avi.url}/api/pool?name=x`);
  const { status, text } = await ask("GET", "/", {});
  expect(status).toBe(200);
  for (const word of ["Avi pool", "10.0.0.1:8080", "Avi sslkeyandcertificate", "GET /api/pool?name=x"]) expect(text).toContain(word);
  expect(text).not.toMatch(/THE KEY|THE CERTIFICATE/);
  expect(text.match(/<script/g)).toHaveLength(1);
});

test("only the page itself, at its own address, switches servers", async () => {
  for (const headers of [
    { ...own(), origin: "http://evil.example.com" },
    { "content-type": "application/json" },
    { ...own(), "content-type": "text/plain" },
  ]) {
    expect((await ask("POST", "/servers", headers, wish("10.0.0.1:8080"))).status).toBe(403);
  }
  const rebound = { host: "evil.example.com", origin: "http://evil.example.com", "content-type": "application/json" };
  expect((await ask("POST", "/servers", rebound, wish("10.0.0.1:8080"))).status).toBe(403);
  expect((await ask("GET", "/", { host: "evil.example.com" })).status).toBe(403);
  expect(servers()).toMatchObject([{ enabled: true }, { enabled: true }]);
  expect((await ask("POST", "/servers", own(), wish("10.0.0.1:8080"))).status).toBe(200);
  expect(servers()).toMatchObject([{ enabled: false }, { enabled: true }]);
  expect((await ask("POST", "/servers", own(), wish("10.9.9.9:1"))).status).toBe(404);
  expect((await ask("POST", "/servers", own(), "no JSON")).status).toBe(400);
});
