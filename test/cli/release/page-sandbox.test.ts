import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "../../../sandbox/index";

// The page of the sandbox in a real Chromium: what comes and goes, and the switch of a server.

test("shows objects and calls as they come, and disables a server by mouse or keyboard", async () => {
  const { openBrowser } = await import(join(__dirname, "../../../tools/lib/pictures.mjs"));
  const [sandbox, browser] = [await startSandbox({ https: false, rateLimit: "off", octaviaAuth: "noauth" }), await openBrowser()];
  try {
    const page = await browser.open(sandbox.ui.url, { offline: false });
    expect(await page.locator("#objects").textContent()).toContain("No load balancer has an object yet");

    const { store } = sandbox.backends.avi;
    store.put("pool", { name: "web", servers: [1, 2].map((last) => ({ ip: { addr: `10.0.0.${last}`, type: "V4" }, port: 8080 })) });
    const call = (path: string, body: object) =>
      fetch(`${sandbox.octavia.url}${path}`, {
        method: "POST",
        headers: { "x-project-id": "p", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const pool = { name: "blog", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", members: [{ address: "10.0.1.1", protocol_port: 80 }] };
    const listeners = [{ name: "l", protocol: "HTTP", protocol_port: 80, default_pool: pool }];
    const made = await call("/v2/lbaas/loadbalancers", {
      loadbalancer: { name: "lb", vip_subnet_id: "4f6c3b1e-5a0d-4f0e-9a62-0c9b7f0e2d11", listeners },
    });
    expect(made.status).toBe(201);
    await expect.poll(() => page.locator("#objects").textContent()).toContain("10.0.1.1:80");
    expect(await page.locator("#calls").textContent()).toContain("POST /v2/lbaas/loadbalancers");

    await page.click('button[aria-label="Disable 10.0.0.2:8080"]');
    await expect.poll(() => store.get("pool", "web")?.servers).toMatchObject([{ port: 8080 }, { enabled: false }]);
    await expect.poll(() => page.locator("li.off").textContent()).toContain("10.0.0.2:8080");
    await page.focus('button[aria-label="Disable 10.0.1.1:80"]');
    await page.keyboard.press("Enter");
    await expect.poll(() => sandbox.backends.octavia.store.list("member").map(({ admin_state_up: up }) => up)).toEqual([false]);

    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url: string) => !url.startsWith(sandbox.ui.url))).toEqual([]);
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
