import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startAviSandbox } from "../../../sandbox/index";
import { serve } from "../../../sdk/watch/report/http-server";
import { type PagedWatch, pageRoutes } from "../../../sdk/watch/watch-page";
import { FakeCluster } from "../../support/fake-cluster";
import { base, pod } from "../../support/mizar";
import { COMPONENT, FakeProgram, ownComponent, shop, watchOver } from "../../support/watched";

// The page of `k8s-lb watch` in a real Chromium: it follows what happens, and leaves alone what its reader does.

test("servers move and changes are marked while a reader has something unfolded", async () => {
  const { openBrowser } = await import(join(__dirname, "../../../tools/lib/pictures.mjs"));
  const [avi, browser, cluster, component] = [
    await startAviSandbox({ rateLimit: "off" }),
    await openBrowser(),
    new FakeCluster(),
    ownComponent(),
  ];
  const hosts = Array.from({ length: 30 }, (_, i) => `h${i}`);
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), ...hosts.map((host) => shop.ingress(host, "a"))]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  const server = await serve(pageRoutes(watcher, "prod"), "127.0.0.1", 0);
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await browser.open(`${address}/`, { offline: false });
    await page.click("text=h7.example.com");
    const section = page.locator("details.section", { hasText: "h7.example.com" });
    expect(await section.textContent()).toContain("10.1.0.1:8080");
    cluster.put(shop.endpoints("a", [8]));
    await expect.poll(() => section.textContent()).toContain("10.1.0.8:8080");
    expect(await section.getAttribute("open")).not.toBeNull();
    expect(await page.locator("details.section[open]").count()).toBe(1);

    await page.fill("#search", "new");
    cluster.put(shop.ingress("new", "a"));
    await expect.poll(() => page.locator("details.section.added:not([hidden])").count()).toBe(1);
    expect(await page.locator("#news").textContent()).toContain("Ingress shop/new");
    expect(await page.inputValue("#search")).toBe("new");
    expect(await page.locator("details.section:not([hidden])").count()).toBe(1);

    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url: string) => !url.startsWith(address))).toEqual([]);
    server.close();
    server.closeAllConnections();
    await expect.poll(() => page.locator("#stale").isVisible()).toBe(true);
  } finally {
    server.close();
    await watcher.close();
    await browser.close();
    await avi.close();
  }
});

test("Pods of Mizar come as they are placed, and drift of one is red", async () => {
  const { openBrowser } = await import(join(__dirname, "../../../tools/lib/pictures.mjs"));
  const browser = await openBrowser();
  const state = { objects: [...base, pod("one")] as object[], version: 1, drift: [] as { type: string; resource: string }[] };
  const component = { ...COMPONENT, target: "mizar" as const, options: { owner: "o", settings: { tenant: "customerA" } } };
  const moments = () => {
    const now = state.objects.map((value) => ({ value }));
    return { reviewed: now, now };
  };
  const watch: PagedWatch = {
    ready: () => true,
    activeErrors: () => [],
    pending: () => [],
    drift: () => state.drift,
    lastKnownGood: () => [],
    queue: () => ({ waiting: 0, oldestSeconds: 0 }),
    components: () => [{ component, version: state.version, moments }],
  };
  const server = await serve(pageRoutes(watch, "prod"), "127.0.0.1", 0);
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await browser.open(`${address}/`, { offline: false });
    const section = page.locator("details.section", { hasText: "subnet net1" });
    expect(await section.textContent()).toContain("10.10.1.2 Pod internal/one");
    state.objects = [...state.objects, pod("two")];
    state.version++;
    await expect.poll(() => section.textContent()).toContain("Pod internal/two");
    state.drift = [{ type: "pulumi-nodejs:dynamic/k8s-lb-mizar:PlacedPod", resource: "customerA/internal/two" }];
    await expect.poll(() => section.locator(".box.servers.fault").count()).toBe(1);
    expect(await section.textContent()).toContain("customerA/internal/two was changed outside Pulumi");
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url: string) => !url.startsWith(address))).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
    await browser.close();
  }
});
