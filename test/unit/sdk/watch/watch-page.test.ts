import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import type { ComponentDescriptor } from "../../../../sdk/components/register-with-watch";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import type { DriftFound } from "../../../../sdk/watch/terms/reported-event";
import { pageRoutes } from "../../../../sdk/watch/watch-page";
import { FakeCluster } from "../../../support/fake-cluster";
import { endpoints, service } from "../../../support/manifests";
import { base, pod } from "../../../support/mizar";
import { loadBalancers } from "../../../support/planned";
import { STATE_FORMS } from "../../../support/state-forms";
import { COMPONENT, FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function begin() {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  await watcher.idle();
  const page = pageRoutes(watcher, "prod")["/"];
  const text = async () => String((await page?.(new URLSearchParams()))?.body);
  const section = async (host: string) =>
    (await text()).split("\n").find((line) => line.startsWith("<details") && line.includes(`${host}<`));
  return { cluster, component, watcher, text, section };
}

test("the page has the servers of this moment, and asks its own server alone", async () => {
  const { cluster, component, watcher, text, section } = await begin();
  expect(await text()).toMatch(/<title>Watching prod<[\s\S]*connect-src 'self'|connect-src 'self'[\s\S]*<title>Watching prod</);
  expect(await section("a.example.com")).toContain("10.1.0.1:8080");
  cluster.put(shop.endpoints("a", [2, 3]));
  await expect.poll(() => poolsOf(avi, component)["a.example.com_-shop-a"]).toEqual(["10.1.0.2", "10.1.0.3"]);
  await expect.poll(() => section("a.example.com")).toContain("10.1.0.3:8080");
  expect(await section("a.example.com")).not.toContain("10.1.0.1:8080");
  await watcher.close();
});

test("structure that waits is marked beside what was reviewed, and is told", async () => {
  const { cluster, watcher, text, section } = await begin();
  cluster.put(shop.ingress("b", "a"));
  await expect.poll(() => watcher.pending().length).toBe(1);
  await expect.poll(() => section("b.example.com")).toMatch(/class="section ok added"/);
  expect(await section("a.example.com")).toMatch(/class="section ok"/);
  expect(await text()).toMatch(/Waits for review since .* because of Ingress shop\/b: create avi:Pool/);
  await watcher.close();
});

test("what somebody changed on the load balancer is red", async () => {
  const { watcher, component } = await begin();
  const resource = `${String(component.options.settings?.clusterName)}--a.example.com_-shop-a`;
  const drifting = { ...watcher, ready: watcher.ready, drift: () => [{ type: "avi:Pool", resource }] };
  const html = String((await pageRoutes(drifting, "prod")["/"]?.(new URLSearchParams()))?.body);
  expect(html).toMatch(/class="section fault"/);
  expect(html).toContain(`${resource} was changed outside Pulumi`);
  expect(html).toContain(`Changed outside Pulumi: avi:Pool ${resource}.`);
  await watcher.close();
});

test("a page that many ask for is made once", async () => {
  const { watcher } = await begin();
  let made = 0;
  const components = () =>
    watcher.components().map((one) => ({
      component: one.component,
      version: one.version,
      moments() {
        made++;
        return one.moments();
      },
    }));
  const page = pageRoutes({ ...watcher, ready: watcher.ready, components }, "prod")["/"];
  for (let i = 0; i < 20; i++) await page?.(new URLSearchParams());
  expect(made).toBe(1);
  await watcher.close();
});

const graphed = (component: ComponentDescriptor, objects: readonly object[], drift: readonly DriftFound[] = []) => {
  const raws = objects.map((value) => ({ value }));
  const watched = { component, version: 1, moments: () => ({ reviewed: raws, now: raws }) };
  const queue = () => ({ waiting: 0, oldestSeconds: 0 });
  const view = {
    ready: () => true,
    activeErrors: () => [],
    pending: () => [],
    drift: () => drift,
    lastKnownGood: () => [],
    queue,
    components: () => [watched],
  };
  return pageRoutes(view, "prod")["/"]?.(new URLSearchParams()) as { body: string };
};

test.each(STATE_FORMS)("drift of a %s resource is shown at its box, where its object has another name", (_, prefix) => {
  const component: ComponentDescriptor = {
    ...COMPONENT,
    target: "octavia",
    options: { owner: "pulumi-k8s-lb:p/s/c1/main", settings: { naming: "occm", cluster_name: "c1", subnet_id: "s" } },
  };
  const objects = [service("web", [80], "LoadBalancer"), endpoints("web", ["10.0.0.1"], 8080)];
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), component.options);
  const [{ name, identity } = { name: "", identity: "" }] = loadBalancers(plan);
  expect(name).not.toBe(identity);
  const type = `${prefix}octavia:LoadBalancer`;
  const { body } = graphed(component, objects, [{ type, resource: identity }]);
  expect(body).toMatch(/class="box listener fault"/);
  expect(body).toContain(`${identity} was changed outside Pulumi`);
  expect(graphed(component, objects, [{ type, resource: name }]).body).not.toMatch(/class="box listener fault"/);
});

test.each(STATE_FORMS)("Mizar has a picture, with drift of what it placed as a %s resource", (_, prefix) => {
  const component: ComponentDescriptor = { ...COMPONENT, target: "mizar", options: { owner: "o", settings: { tenant: "customerA" } } };
  const drift = [{ type: `${prefix}mizar:PlacedPod`, resource: "customerA/internal/one" }];
  const { body } = graphed(component, [...base, pod("one")], drift);
  expect(body).toContain("internal/one");
  expect(body).toMatch(/class="box servers fault"/);
});

test("the field for a URL asks the watch, which answers by the specs of this moment", async () => {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  await watcher.idle();
  const routes = pageRoutes(watcher, "prod");
  const ask = async (url: string) => routes["/request"]?.(new URLSearchParams({ url }));
  expect(String((await routes["/"]?.(new URLSearchParams()))?.body)).toContain('id="url"');
  expect(await ask("http://a.example.com/cart")).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^GET http:\/\/a\.example\.com\/cart\n[\s\S]*10\.1\.0\.1:8080/),
  });
  cluster.put(shop.endpoints("a", [2]));
  await expect.poll(async () => (await ask("http://a.example.com/cart"))?.body).toContain("10.1.0.2:8080");
  for (const wrong of ["", "shop", "ftp://a.example.com/"])
    expect(await ask(wrong)).toMatchObject({ status: 400, body: expect.stringContaining("write a URL") });
  await watcher.close();
});
