import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PulumiLab, root } from "../pr/harness";

/** Settings from the stack and from an explicit provider, the real CLI, the real Keystone and Octavia; then what a lost stack leaves. */

let server: { env: { [name: string]: string }; stop(): Promise<void> };
let lab: PulumiLab;

beforeAll(async () => {
  const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
  server = await startOctaviaServer({ auth: "keystone" });
}, 300_000);
afterAll(async () => {
  lab?.dispose();
  await server?.stop();
});

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as octavia from "pulumi-k8s-lb/octavia";

const config = new pulumi.Config();
const owner = "pulumi-k8s-lb:stacks/dev/c1";
const body = (name: string) => ({ name, vip_subnet_id: "${randomUUID()}", listeners: [{ name, protocol: "TCP" as const, protocol_port: 80 }] });
const web = new octavia.LoadBalancer("web", { owner, loadBalancer: body("by-stack") });
const provider = new octavia.Provider("other", {
  authUrl: config.require("authUrl"),
  userName: "other",
  password: config.requireSecret("otherPassword"),
  tenantName: "other",
});
const other = new octavia.LoadBalancer("other", { owner, loadBalancer: body("by-provider") }, { provider });
export const ids = [web.id, other.id];
`;

test("a stack configured as for pulumi-openstack, with a second project by an explicit provider; forgotten, it is found", async () => {
  // Nothing of OpenStack in the environment: it all comes from the stack.
  lab = new PulumiLab({ env: Object.fromEntries(Object.keys(server.env).map((name) => [name, ""])) });
  lab.writeProject("stacks", program);
  const pulumi = (...args: string[]) => lab.pulumi(args);
  await pulumi("stack", "init", "dev");
  const authUrl = server.env.OS_AUTH_URL ?? "";
  const settings = {
    "openstack:authUrl": authUrl,
    "openstack:userName": "demo",
    "openstack:tenantName": "demo",
    "stacks:authUrl": authUrl,
  };
  for (const [key, value] of Object.entries(settings)) await pulumi("config", "set", key, value);
  await pulumi("config", "set", "--secret", "openstack:password", "demo");
  await pulumi("config", "set", "--secret", "stacks:otherPassword", "other");

  await pulumi("up", "--yes", "--skip-preview");
  await pulumi("preview", "--expect-no-changes");
  await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  const state = await pulumi("stack", "export");
  const [mine, theirs] = JSON.parse(await pulumi("stack", "output", "--json")).ids as [string, string];

  const orphans = (input: string, who: string) => {
    const env = { PATH: process.env.PATH, ...server.env, OS_USERNAME: who, OS_PASSWORD: who, OS_PROJECT_NAME: who };
    const args = [join(root, "dist/sdk/cli/main.js"), "orphans", "--target", "octavia", "--state", "-", "-o", "json"];
    return JSON.parse(execFileSync(process.execPath, args, { env, input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] }));
  };
  expect(orphans(state, "demo")).toMatchObject({ orphans: [], held: 1 });
  expect(orphans(state, "other")).toMatchObject({ orphans: [], held: 1 });

  await pulumi("stack", "init", "empty");
  const empty = await pulumi("stack", "export");
  expect(orphans(empty, "demo").orphans).toMatchObject([{ type: "LoadBalancer", name: "by-stack", id: mine }]);
  expect(orphans(empty, "other").orphans).toMatchObject([{ type: "LoadBalancer", name: "by-provider", id: theirs }]);

  await pulumi("destroy", "--stack", "dev", "--yes", "--skip-preview");
  expect(orphans(empty, "demo").orphans).toEqual([]);
  expect(orphans(empty, "other").orphans).toEqual([]);
});
