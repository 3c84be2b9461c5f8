import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { k8sLb } from "../../support/cli";
import { ownPorts } from "../../support/ports";
import { PulumiLab, root } from "../pr/harness";

// The tutorial with the mouse, in a real Chromium and with the real Pulumi CLI: what `up` made is on the page of the sandbox, its switch
// disables a server, `drift` names it, and the next `up` puts it back. The page of a diff has the state of this stack as its older side.

const SERVER = "10.244.1.21:8080";

let lab: PulumiLab;
let env: Record<string, string>;
let address: string;

beforeAll(async () => {
  lab = new PulumiLab();
  env = { ...process.env, ...lab.env, K8S_LB_HOME: join(lab.folder, "sandbox-home") } as Record<string, string>;
  const started = await k8sLb(["sandbox", "start", "--port-base", String(ownPorts(8))], { env });
  expect(started.code, started.stderr).toBe(0);
  const { ui, env: own } = JSON.parse(started.stdout);
  address = ui.url;
  env = { ...env, ...own };
});
afterAll(async () => {
  await k8sLb(["sandbox", "stop"], { env });
  lab?.dispose();
});

/** Runs a command in the folder of the program; what it printed. */
function run(command: string, ...args: string[]): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: join(lab.program, "shop"), env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes) => {
        output += bytes;
      });
    child.on("close", (code) => (code === 0 ? done(output) : failed(new Error(`${command} ${args.join(" ")}: ${code}\n${output}`))));
  });
}

const pulumi = (...args: string[]) => run("pulumi", ...args, "--non-interactive", "--color", "never");
const MAIN = join(root, "dist/sdk/cli/main.js");
const drift = () => run(process.execPath, MAIN, "drift");
const diffPage = () => run(process.execPath, MAIN, "diff", "-f", "manifests", "--to", "avi", "-s", "dev", "-o", "html");

test("can be clicked through on the page of the sandbox", async () => {
  const { openBrowser } = await import(join(root, "tools/lib/pictures.mjs"));
  const browser = await openBrowser();
  try {
    const page = await browser.open(address, { offline: false });
    const objects = page.locator("#objects");
    expect(await objects.textContent()).toContain("No load balancer has an object yet");

    expect((await k8sLb(["init", "avi", "shop"], { cwd: lab.program, env })).code).toBe(0);
    await pulumi("stack", "init", "dev");
    await pulumi("up", "--yes");
    await expect.poll(() => objects.textContent()).toContain(SERVER);
    expect(await objects.textContent()).toContain("shop--Shared-L7-0");
    expect(await page.locator("#calls").textContent()).toContain("POST /api/pool");

    await page.click(`button[aria-label="Disable ${SERVER}"]`);
    await expect.poll(() => page.locator("li.off").textContent()).toContain(SERVER);
    const found = await drift();
    expect(found).toMatch(/Ingress default\/shop, path \/ +server 10\.244\.1\.21 disabled by hand/);
    expect(found).toContain("goes back with the next");

    await pulumi("refresh", "--yes");
    expect(await pulumi("up", "--yes")).toMatch(/~ 1 updated/);
    await expect.poll(() => page.locator("li.off").count()).toBe(0);
    expect(await objects.textContent()).toContain(SERVER);
    expect(await drift()).toContain("No drift");

    const manifest = join(lab.program, "shop/manifests/shop.yaml");
    const file = join(lab.program, "change.html");
    writeFileSync(file, await diffPage());
    const change = await browser.open(pathToFileURL(file).href);
    expect(await change.locator("details.section").count()).toBe(1);
    expect(await change.locator(".added, .removed, .changed").count()).toBe(0);
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace("10.244.2.21", "10.244.2.22"));
    writeFileSync(file, await diffPage());
    await change.reload();
    expect(await change.locator("#news").textContent()).toContain("+10.244.2.22:8080, -10.244.2.21:8080");
    expect(await change.locator(".server.added").allTextContents()).toEqual(["+ 10.244.2.22:8080"]);
    expect(await change.locator(".server.removed").allTextContents()).toEqual(["\u2212 10.244.2.21:8080"]);
    expect(change.complaints).toEqual([]);
    expect(change.requests.filter((url: string) => !url.startsWith("file:"))).toEqual([]);

    await pulumi("destroy", "--yes");
    await expect.poll(() => objects.textContent()).not.toContain(SERVER);
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url: string) => !url.startsWith(address))).toEqual([]);
  } finally {
    await browser.close();
  }
});
