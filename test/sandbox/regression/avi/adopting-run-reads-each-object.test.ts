import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { readSpecs } from "../../../../sdk/frontends";
import { translationOf } from "../../../../sdk/watch/translate/translation";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { COMPONENT, shop } from "../../../support/watched";
import { freshApi } from "../../../unit/provider/avi/controller";
import { Resource } from "../../lib/engine";

// Each write of a run that adopts dropped the lists that its reads shared: from then on it asked for every object by name. An engine that
// saves its state after each step calls one create after the other, so that the lists were also too old every few seconds.

const PAGE = 100;
const OWNER = "pulumi-k8s-lb:p/s/c/main";
let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

/** The resources of so many Ingresses. */
function planOf(clusterName: string, hosts: number) {
  const names = Array.from({ length: hosts }, (_, i) => `web${i}`);
  const objects = names.flatMap((name) => [shop.service(name), shop.endpoints(name, [1]), shop.ingress(name, name)]);
  const options = { owner: OWNER, settings: { clusterName, disableStaticRouteSync: true, naming: "ako-1.2.1" } };
  return translationOf({ ...COMPONENT, options })?.(readSpecs(objects.map((value) => ({ value })))).resources ?? [];
}

const config = () => ({ ...aviConfig(avi), "avi:listCache": "5000" });

/** Creates everything, one after the other, in a process of its own. */
async function run(clusterName: string, hosts: number, more: object, plan = planOf(clusterName, hosts)): Promise<void> {
  const host = await providerHere(config());
  for (const { kind, inputs } of plan) await new Resource(host, kind).up(JSON.parse(JSON.stringify({ ...inputs, ...more })));
}

const poolReads = () => avi.calls().filter(({ method, path }) => method === "GET" && path.includes("/api/pool?"));
const marks = (clusterName: string) =>
  new Set(avi.store.list("pool").flatMap(({ name, created_by }) => (String(name).startsWith(`${clusterName}--`) ? [created_by] : [])));

test.each([
  ["AKO's", "ako-lab", "lab"],
  ["another stack's", "pulumi-k8s-lb:old/s/lab2/main", "lab2"],
])("%s objects are listed once, though each of them is written", async (_whose, owner, clusterName) => {
  const hosts = 40;
  await run(clusterName, hosts, { owner });
  expect(marks(clusterName)).toEqual(new Set([owner]));
  avi.resetCalls();
  await run(clusterName, hosts, { adopt: true });
  expect(marks(clusterName)).toEqual(new Set([OWNER]));
  // two are asked for before a list is worth it, and that of AKO's mark is empty where AKO made none
  const pages = Math.ceil(avi.store.list("pool").length / PAGE) + 1;
  expect(poolReads().length).toBeLessThanOrEqual(2 * pages + 2);
});

test("an object that went after the list was read is created", async () => {
  const pools = planOf("late", 8).filter(({ kind }) => kind === "avi:Pool");
  await run("late", 8, { owner: "ako-late" }, pools);
  const host = await providerHere(config());
  const adopt = ({ inputs }: (typeof pools)[number]) =>
    new Resource(host, "avi:Pool").up(JSON.parse(JSON.stringify({ ...inputs, adopt: true })));
  const last = pools.pop();
  if (!last) throw new Error("no pool");
  const live = () => avi.store.list("pool").find(({ name }) => last.name.endsWith(String(name)));
  for (const one of pools) await adopt(one);
  await freshApi(avi).remove("pool", live() as never, { tenant: "admin", cloud: "Default-Cloud" });
  expect(live()).toBeUndefined();
  await adopt(last);
  expect(live()?.created_by).toBe(OWNER);
});
