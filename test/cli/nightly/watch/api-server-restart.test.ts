import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { eventually } from "../../../support/eventually";
import { AVI_PROGRAM, aviEnv, ENDS_MS, ingress, service, slice, WatchLab } from "../../../support/watch-lab";
import { addressesIn } from "../../../support/watched";
import { root } from "../../pr/harness";

// A kube-apiserver that ends and starts again with its data. Its cache of changes starts again, so some watches go on from where they were and
// others get 410 and list again.

/** The path of a socket is short, so its folder is not below that of the tests. */
const dir = mkdtempSync("/tmp/kube-");
let start: (options: object) => Promise<{ url: string; kubeconfig: string; stop(): Promise<void> }>;
let server: Awaited<ReturnType<typeof start>> | undefined;
let avi: AviSandbox;
let lab: WatchLab;

beforeAll(async () => {
  start = (await import(join(root, "tools/kube-server/index.mjs"))).startKubeServer;
  [avi, server] = await Promise.all([startAviSandbox({ rateLimit: "off" }), start({ dir })]);
  lab = new WatchLab(readFileSync(server.kubeconfig, "utf8"), aviEnv(avi));
  await lab.begin(AVI_PROGRAM, [service(), slice("10.1.0.1"), ingress("shop.example.com")]);
});

afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), server?.stop()]);
  rmSync(dir, { recursive: true, force: true });
});

const servers = () => addressesIn(avi.store.list("pool").map((pool) => pool.servers ?? []));
const follows = (...ips: string[]) => eventually(() => expect(servers()).toEqual(ips), 60_000);

test("an API server that starts again with its data costs nobody a server, and is followed again", async () => {
  const watch = await lab.watch("--settle", "1h", "--empty-after", "1s");
  await lab.put(slice("10.1.0.1", "10.1.0.2"));
  await follows("10.1.0.1", "10.1.0.2");
  avi.resetCalls();

  await server?.stop();
  await watch.says(/API server cannot be followed/);
  // longer than a pool must be empty to be emptied
  await new Promise((done) => setTimeout(done, 3_000));
  server = await start({ dir, port: Number(new URL(server?.url ?? "").port) });
  await watch.says(/API server is followed again/);
  expect(avi.calls().filter(({ method }) => method !== "GET")).toEqual([]);

  await lab.put(slice("10.1.0.3"));
  await follows("10.1.0.3");
  await eventually(async () => expect(await watch.status()).toMatchObject({ ready: true, troubles: [], pending: [] }), 60_000);
  expect(avi.calls().filter(({ method }) => method === "DELETE")).toEqual([]);
  // one piece of news, not one for each kind and try
  expect(watch.said.match(/API server cannot be followed/g)).toHaveLength(1);
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 600_000);
