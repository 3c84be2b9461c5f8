import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { AVI_PROGRAM, aviEnv, ENDS_MS, endpoints, ingress, service, WatchLab } from "../../../support/watch-lab";

// A route that loses its last server is said on its object, in the log, the metrics and the page; and so is one that comes back.

let avi: AviSandbox;
let cluster: KubernetesSandbox;
let world: WatchLab;

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  world = new WatchLab(cluster.kubeconfig, aviEnv(avi));
  await world.begin(AVI_PROGRAM, [service("web"), endpoints(["10.0.0.1", "10.0.0.2"]), ingress("shop.example.com")]);
}, 300_000);
afterAll(async () => {
  world?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

const report = async (body: object) =>
  expect((await fetch(`${avi.url}/_lab/server`, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);

test("an Event, a line and a gauge when the last server goes, and when one is back", async () => {
  const watch = await world.watch("--health", "2s");
  const pool = String(avi.store.list("pool")[0]?.name);
  await report({ pool, state: "OPER_DOWN", reason: "GET / answered 503" });
  await watch.says("no server is up for http://shop.example.com/; 10.0.0.1:8080, 10.0.0.2:8080 down: GET / answered 503");
  const page = async (path: string) => (await fetch(`http://${watch.listen}${path}`)).text();
  expect(await page("/metrics")).toMatch(/k8s_lb_watch_servers\{object="Ingress [\w.-]+\/web",state="down"\} 2\n/);
  await expect.poll(() => page("/"), { timeout: 20_000 }).toContain("no server up for http://shop.example.com/");
  await report({ pool });
  await watch.says("http://shop.example.com/ has a server again");
  await expect.poll(() => reasons(), { timeout: 10_000 }).toEqual(["NoServerUp", "ServersUp"]);
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 300_000);

const EVENT = { group: "", version: "v1", plural: "events", kind: "Event", namespaced: true, tenanted: true };

/** Reasons of the Events on the Ingress. */
const reasons = async (): Promise<string[]> =>
  (await world.client.list(EVENT))
    .map((event) => String(Reflect.get(event, "reason")))
    .filter((one) => /Server/.test(one))
    .sort();
