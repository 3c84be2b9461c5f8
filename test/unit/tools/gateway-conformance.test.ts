import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../cli/pr/harness";
import { freePort } from "../../support/free-port";

const load = (name: string) => import(join(root, "tools/gateway-conformance", name));

/** A port that nothing listens on. */
interface Printed {
  name: string;
  result: string;
  seconds: number;
  lines: string[];
}

test("thousands of lines of the suite become one per test, with those that say why", async () => {
  const { resultsOf } = await load("results.mjs");
  const printed: Printed[] = [];
  let clock = 0;
  const results = resultsOf(
    ["Known"],
    (one: Printed) => printed.push(one),
    () => clock,
  );
  const lines = [
    "\x16=== RUN   TestConformance",
    "\x16=== RUN   TestConformance/Good",
    "    apply.go:1: 2026-11-25T19:49:20.801Z: Creating Route",
    "    helpers.go:3: Conditions matched expectations",
    "\x16--- PASS: TestConformance/Good/first (0.10s)",
    "\x16--- PASS: TestConformance/Good (1.50s)",
    "\x16=== RUN   TestConformance/Bad",
    "    http.go:7: 2026-11-25T19:49:20.801Z: request failed: 503",
    "    http.go:7: 2026-11-25T19:49:21.801Z: request failed: 503",
    "\x16--- FAIL: TestConformance/Bad/second (2.00s)",
    "\x16    --- FAIL: TestConformance/Bad (2.10s)",
    "\x16--- SKIP: TestConformance/Known (0.00s)",
    "\x16--- SKIP: TestConformance/OfAnotherProfile (0.00s)",
    "\x16--- FAIL: TestConformance (4.00s)",
  ];
  for (const line of lines) {
    clock += 500;
    results.read(line);
  }
  expect(printed).toEqual([
    { name: "Good", result: "passed", seconds: 2, lines: [] },
    { name: "Bad", result: "FAILED", seconds: 2, lines: ["http.go:7: request failed: 503", "failed: second"] },
    { name: "Known", result: "skipped", seconds: 0, lines: [] },
  ]);
  expect(results.sum()).toEqual({ passed: 1, failed: 1, skipped: 1, setUp: [] });
});

test("the echo server answers with the request and orders headers as the suite's own", async () => {
  const { startHttpEcho } = await load("echo.mjs");
  const port = await freePort();
  const end = await startHttpEcho("127.0.0.1", port, { namespace: "infra", pod: "web-1" });
  const headers = { "X-Echo-Set-Header": "X-One:1, X-Two:a,X-Two: b" };
  const answer = await fetch(`http://127.0.0.1:${port}/a//b?c=d`, { headers });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-one")).toBe("1");
  expect(answer.headers.get("x-two")).toBe("a,b");
  expect(await answer.json()).toMatchObject({
    path: "/a//b?c=d",
    method: "GET",
    proto: "HTTP/1.1",
    host: `127.0.0.1:${port}`,
    namespace: "infra",
    pod: "web-1",
    headers: { "X-Echo-Set-Header": [headers["X-Echo-Set-Header"]] },
  });
  expect((await fetch(`http://127.0.0.1:${port}/status/418`)).status).toBe(418);
  end();
});

test("the echo server sends frames of a websocket back, long ones too", async () => {
  const { startHttpEcho } = await load("echo.mjs");
  const port = await freePort();
  const end = await startHttpEcho("127.0.0.1", port, { namespace: "infra", pod: "web-1" });
  const socket = connect(port, "127.0.0.1");
  const upgrade = [
    "Host: echo",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ];
  socket.write(`GET /ws HTTP/1.1\r\n${upgrade.join("\r\n")}\r\n\r\n`);
  let received = Buffer.alloc(0);
  const upTo = async (size: number) => {
    while (received.length < size) received = Buffer.concat([received, (await once(socket, "data"))[0]]);
    const taken = received.subarray(0, size);
    received = received.subarray(size);
    return taken;
  };
  const head =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
  expect(String(await upTo(head.length))).toBe(head); // the pair of key and answer is that of RFC 6455
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = (text: string) => Buffer.from(text).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | 5]), mask, masked("hello")]));
  expect(await upTo(7)).toEqual(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from("hello")]));
  const long = "x".repeat(300);
  socket.write(Buffer.concat([Buffer.from([0x82, 0x80 | 126, 1, 44]), mask, masked(long)]));
  expect(await upTo(304)).toEqual(Buffer.concat([Buffer.from([0x82, 126, 1, 44]), Buffer.from(long)]));
  socket.destroy();
  end();
});

test("of the tests that are not to run the suite gets the names", async () => {
  const { suiteFlags, targets } = await load("targets.mjs");
  const all = ["A", "B", "HTTPRouteRequestHeaderModifier"];
  expect(suiteFlags(targets.octavia, { all })).toContain("--skip-tests=HTTPRouteRequestHeaderModifier");
  expect(suiteFlags(targets.octavia, { all, only: ["B"] })).toContain("--skip-tests=A,HTTPRouteRequestHeaderModifier");
  const one = suiteFlags(targets.octavia, { all, runTest: "A", maxTimeToConsistency: "9" });
  expect(one).toEqual(expect.arrayContaining(["--run-test=A", "--timeout-config-overrides=MaxTimeToConsistency:9"]));
  expect(one.join(" ")).not.toMatch(/skip-tests|report/);
});
