import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { follow } from "../../../../provider/http/stream";
import { NoAnswer } from "../../../../provider/http/transport";
import { connect } from "../../../../provider/kubernetes/connect";
import type { ResourceType } from "../../../../provider/kubernetes/types";
import { startAviSandbox } from "../../../../sandbox/index";
import { followList } from "../../../../sdk/kubernetes/stream";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, watchOver } from "../../../support/watched";

// A watch that the API server, or what is before it, accepted and never answered was an open one: no change came for ten minutes, nothing was
// reported, and /readyz answered 200.

const type: ResourceType = { group: "", version: "v1", plural: "endpoints", kind: "Endpoints", namespaced: true, tenanted: true };
const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

/** A server that answers a list; a watch is left to the test. */
async function server(watch: (response: ServerResponse) => void): Promise<string> {
  const serving = createServer(({ url = "" }, response) => {
    if (url.includes("watch=true")) return watch(response);
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end('{"kind":"EndpointsList","metadata":{"resourceVersion":"5"},"items":[]}');
  }).listen(0, "127.0.0.1");
  await once(serving, "listening");
  closes.push(() => {
    serving.closeAllConnections();
    serving.close();
  });
  return `http://127.0.0.1:${Object(serving.address()).port}`;
}

const kubeconfig = (server: string) =>
  JSON.stringify({
    ...{ apiVersion: "v1", kind: "Config", "current-context": "c", users: [{ name: "u", user: {} }] },
    ...{ clusters: [{ name: "c", cluster: { server } }], contexts: [{ name: "c", context: { cluster: "c", user: "u" } }] },
  });

/** States of a list whose watch the server treats as told, until there are so many. */
async function states(watch: (response: ServerResponse) => void, most: number): Promise<string[]> {
  const reported: string[] = [];
  const end = new AbortController();
  const say = (text: string) => {
    if (reported.push(text) >= most) end.abort();
  };
  const client = connect({ kubeconfig: kubeconfig(await server(watch)), timeout: 0.2, retryDelay: 0 });
  const patience = { random: () => 0, sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, Math.min(ms, 5))) };
  const state = (one: string, error?: unknown) => say([one, error instanceof Error ? error.message : ""].filter(Boolean).join(" "));
  await followList(client, type, {}, { list: () => say("list"), event: () => undefined, state }, { signal: end.signal, patience });
  return reported;
}

test("a watch without an answer is broken after a deadline, and never was open", async () => {
  const reported = await states(() => undefined, 3);
  expect(reported).toEqual(["list", expect.stringMatching(/^broken LB2\d+: .*no answer within 0\.2 s/), expect.stringMatching(/^broken/)]);
});

test("one that is refused slowly, half of its words sent, is broken too", async () => {
  const reported = await states((response) => {
    response.writeHead(503, { "Content-Type": "application/json" });
    response.write('{"kind":');
  }, 2);
  expect(reported).toEqual(["list", expect.stringMatching(/^broken LB2\d+: .*no answer within 0\.2 s/)]);
});

test("one that is answered is open, and stays so without an event", async () => {
  const opened = await states((response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.flushHeaders();
  }, 2);
  expect(opened).toEqual(["list", "open"]);
});

test("an answer that the server forgets to end is ended here", async () => {
  const origin = await server((response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.flushHeaders();
  });
  const call = { method: "GET" as const, path: "/?watch=true", headers: {} };
  const following = { answered: () => undefined, line: () => undefined, signal: new AbortController().signal };
  expect(await follow({ origin, timeoutMs: 10_000, insecure: false }, call, { ...following, lastsMs: 100 })).toBeUndefined();
  // a list that is late is no end of ours
  await expect(
    follow({ origin: await server(() => undefined), timeoutMs: 50, insecure: false }, call, { ...following, lastsMs: 10_000 }),
  ).rejects.toThrow(NoAnswer);
});

test("/readyz waits for the answer of each watch, and empties no pool before", async () => {
  const avi = await startAviSandbox({ rateLimit: "off" });
  closes.push(() => avi.close());
  const cluster = new FakeCluster();
  const program = new FakeProgram(cluster, avi, [ownComponent()]);
  const { client } = cluster;
  const { watch } = client;
  let answer: () => void = () => undefined;
  client.watch = (type, options) => {
    if (type.kind !== "Endpoints") return watch(type, options);
    answer = options.answered;
    return watch(type, { ...options, answered: () => undefined });
  };
  const watcher = await watchOver(program, { client, patience: cluster.patience });
  await watcher.idle();
  expect(watcher.ready()).toBe(false);
  answer();
  await expect.poll(() => watcher.ready()).toBe(true);
  await watcher.close();
});
