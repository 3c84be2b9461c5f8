import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { type NativeWorld, startNative } from "../../../support/native-world";
import { root } from "../../pr/harness";

// Options of the engine on resources of the plugin: targets, ignored changes, protection, order, and connections of a program's own.

const PROGRAM = `
import * as avi from "pulumi-k8s-lb/avi";
const port = Number(process.env.PORT ?? 80);
const pool = (name: string) => ({ pool: { name, servers: [{ ip: { addr: "10.0.0.1", type: "V4" as const }, port }] } });
const [controller, username, password] = [process.env.EAST_URL, process.env.EAST_USER, process.env.EAST_PASSWORD];
const east = new avi.Provider("east", { controller, username, password, rateLimit: "off" });
const one = new avi.Pool("one", pool("one"), { protect: process.env.PROTECT === "1" });
new avi.Pool("two", pool("two"), { dependsOn: [one], ignoreChanges: ["pool.servers[0].port"] });
new avi.Pool("three", pool("three"), { provider: east });
`;

let world: NativeWorld;
let east: AviSandbox;
beforeAll(async () => {
  east = await startAviSandbox({ rateLimit: "off", password: "password-of-the-east" });
  const env = { EAST_URL: east.url, EAST_USER: east.username, EAST_PASSWORD: east.password, PROTECT: "1", PORT: "80" };
  world = await startNative(PROGRAM, { env });
});
afterAll(async () => {
  await world?.stop();
  await east?.close();
});

const portOf = (name: string, avi = world.avi) => {
  const servers = avi.store.get("pool", name)?.servers as { port: number }[] | undefined;
  return servers?.[0]?.port;
};
const urn = (name: string) => `urn:pulumi:test::native::k8s-lb:avi:Pool::${name}`;

test("each resource is made over its own connection, after those that it depends on", async () => {
  await world.up();
  expect([portOf("one"), portOf("two"), portOf("three")]).toEqual([80, 80, undefined]);
  expect(portOf("three", east)).toBe(80);
  const posts = world.writes().filter((call) => call.startsWith("POST") && call.includes("/pool"));
  expect(posts).toHaveLength(2);
  expect(JSON.stringify(await world.state())).not.toContain("password-of-the-east");
  await world.quiet();
});

test("a target is changed alone, and what is ignored stays", async () => {
  world.lab.env.PORT = "81";
  await world.up("--target", urn("one"));
  expect([portOf("one"), portOf("two"), portOf("three", east)]).toEqual([81, 80, 80]);
  await world.up();
  expect([portOf("one"), portOf("two"), portOf("three", east)]).toEqual([81, 80, 81]);
  await world.quiet();
  await world.pulumi("refresh", "--yes");
  await world.quiet();
});

test("what is protected is not deleted, and goes when it is protected no more", async () => {
  expect(await world.failing("destroy", "--yes", "--skip-preview", "--target", urn("one"), "--target-dependents")).toContain("protect");
  expect(portOf("one")).toBe(81);
  world.lab.env.PROTECT = "";
  await world.up();
  await world.pulumi("destroy", "--yes", "--skip-preview");
  expect([portOf("one"), portOf("two"), portOf("three", east)]).toEqual([undefined, undefined, undefined]);
  expect(world.lab.leftovers()).toEqual([]);
});

test("a plugin of another release, which the PATH has, is refused before anything is touched", async () => {
  world.lab.env.PATH += `${delimiter}${join(root, "dist/plugin")}`;
  world.lab.writeProject(
    "native",
    `
import * as pulumi from "@pulumi/pulumi";
class Other extends pulumi.CustomResource {
  constructor() {
    super("k8s-lb:avi:Pool", "other", { pool: { name: "other" } }, { version: "99.0.0" });
  }
}
new Other();
`,
  );
  world.writes();
  const refused = await world.failing("preview");
  expect(refused).toMatch(/LB2025: the program was made for release 99\.0\.0 .*\n.*k8s-lb plugin install/);
  expect(world.writes()).toEqual([]);
});
