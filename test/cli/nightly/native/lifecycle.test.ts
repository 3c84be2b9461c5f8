import { afterAll, beforeAll, expect, test } from "vitest";

import { certificateFor } from "../../../sandbox/lib/certificates";
import { endpoints, ingress, secret, service } from "../../../support/manifests";
import { type NativeWorld, startNative } from "../../../support/native-world";

// One cluster with the native plugin: made, changed, refreshed, damaged, repaired and removed, and no secret in clear anywhere.

const PROGRAM = `
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
const settings = { clusterName: "c1", shardVSSize: "SMALL" as const, subDomains: ["avi.internal"], disableStaticRouteSync: true };
export const { hosts } = new KubernetesCluster("main", { specs: "manifests", settings });
`;

let world: NativeWorld;
let key: string;

beforeAll(async () => {
  const pair = await certificateFor("shop.avi.internal");
  key = pair.key;
  // the connection is in the configuration of the stack alone
  world = await startNative(PROGRAM, { env: { AVI_CONTROLLER: "", AVI_USERNAME: "", AVI_PASSWORD: "" } });
  const { avi, lab, pulumi } = world;
  declare({ web: "10.1.0.5" });
  lab.write({ "manifests/secret.json": JSON.stringify(secret("tls", pair.certificate, pair.key)) });
  await pulumi("config", "set", "avi:controller", avi.url);
  await pulumi("config", "set", "avi:username", avi.username);
  await pulumi("config", "set", "--secret", "avi:password", avi.password);
});
afterAll(() => world?.stop());

/** An Ingress for each Service, with one server. */
function declare(services: { [name: string]: string }): void {
  const items = Object.entries(services).flatMap(([name, ip]) => [
    service(name, [80]),
    endpoints(name, [ip], 8080),
    ingress({
      name,
      rules: [{ host: `${name}.avi.internal`, path: "/", service: name }],
      tls: [{ hosts: [`${name}.avi.internal`], secretName: "tls" }],
    }),
  ]);
  world.lab.write({ "manifests/all.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
}

const LOUD = ["-v=9", "--logtostderr", "--logflow"];
/** Lines of ours: those of the engine's log are JSON, or begin with a level and a date. */
const ours = (text: string) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith('{"time":') && !/^[IWEF]\d{4} /.test(line))
    .join("\n");
/** The middle of a private key: no other text has these lines. */
const body = () => key.split("\n").slice(5, 8);

test("a preview writes nothing, an up makes everything, and then nothing is left to do", async () => {
  world.writes();
  const preview = ours(await world.pulumi("preview", "--diff", ...LOUD));
  expect(preview).toContain("k8s-lb:avi:SniVS");
  expect(world.writes()).toEqual([]);
  const up = ours(await world.up(...LOUD));
  expect(world.writes().length).toBeGreaterThan(5);
  for (const text of [preview, up]) {
    for (const line of body()) expect(text).not.toContain(line);
    expect(text).not.toContain(world.avi.password);
  }
  await world.quiet();
  await world.up("--expect-no-changes");
  expect(world.writes()).toEqual([]);
  expect(world.lab.leftovers()).toEqual([]);
});

test("of a certificate only the key is a secret, and nothing of it is in clear in the state", async () => {
  const all = await world.state();
  const text = JSON.stringify(all);
  for (const line of body()) expect(text).not.toContain(line);
  expect(text).not.toContain(world.avi.password);
  const ourTypes = all.filter(({ type }) => type.startsWith("k8s-lb:avi:")).map(({ type }) => type);
  expect(ourTypes).toContain("k8s-lb:avi:Inventory");
  const places = new Set(
    all.filter(({ type }) => !type.startsWith("pulumi:")).flatMap((one) => sealedIn({ inputs: one.inputs, outputs: one.outputs })),
  );
  expect([...places].sort()).toEqual(["inputs.certificate.key", "outputs.certificate.key"]);
});

/** Names on the way to each value that the state has encrypted. */
function sealedIn(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("ciphertext" in value) return [path];
  return Object.entries(value).flatMap(([name, one]) =>
    sealedIn(one, Array.isArray(value) ? path : path === "" ? name : `${path}.${name}`),
  );
}

test("a change touches what it means, and a refresh after it finds nothing", async () => {
  declare({ web: "10.1.0.6", blog: "10.1.0.7" });
  const preview = await world.pulumi("preview", "--diff");
  expect(preview).toContain("10.1.0.6");
  expect(world.writes()).toEqual([]);
  await world.up();
  await world.quiet();
  await world.pulumi("refresh", "--yes", "--expect-no-changes");
  await world.quiet();
});

test("a refresh names what was changed by hand, and the next up repairs it", async () => {
  const pool = world.avi.store.list("pool").find(({ name }) => String(name).includes("web"));
  world.avi.store.put("pool", { ...pool, servers: [{ ip: { addr: "192.0.2.1", type: "V4" }, port: 1 }] } as never);
  world.avi.store.remove("virtualservice", "c1--blog.avi.internal");
  const refreshed = await world.pulumi("refresh", "--yes");
  expect(refreshed).toContain("~pool");
  expect(await world.pulumi("preview")).toContain(String(pool?.name));
  await world.up();
  expect(JSON.stringify(world.avi.store.list("pool"))).not.toContain("192.0.2.1");
  expect(world.avi.store.get("virtualservice", "c1--blog.avi.internal")).toBeDefined();
  await world.quiet();
});

test("a destroy leaves nothing, and no process", async () => {
  await world.pulumi("destroy", "--yes", "--skip-preview");
  const types = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "sslkeyandcertificate"];
  expect(types.flatMap((type) => world.avi.store.list(type)).filter(({ name }) => String(name).startsWith("c1--"))).toEqual([]);
  expect(world.lab.leftovers()).toEqual([]);
});
