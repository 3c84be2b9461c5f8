import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { type FaultProxy, startFaultProxy } from "../campaign/lib/fault-proxy";
import { Lab } from "../pulumi/harness";
import { reachable } from "../support/avi-reachable";
import { endpoints, ingressV1, node, secret, service } from "../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";

// Changes that move hosts, on the real engine: after every single write of a run everything that was served before and is after is served.

let avi: AviSandbox;
let front: FaultProxy;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  front = await startFaultProxy(() => avi.url);
});
afterAll(async () => {
  await front?.close();
  await avi?.close();
});

const named = (...letters: string[]) => letters.map((letter) => `${letter}.avi.internal`);
const PLAIN = named("a", "b", "c", "d", "e", "f");
const SECURE = named("s", "t", "u");
const CLASS = "avi-lb";

const specs = ({ plain = "web", secure = "pay", hosts = PLAIN } = {}) => [
  node("n1", "10.0.0.1", "10.244.1.0/24"),
  secret("cert", CERTIFICATE, PRIVATE_KEY),
  { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: CLASS }, spec: { controller: "ako.vmware.com/avi-lb" } },
  service("web", [80]),
  endpoints("web", ["10.244.1.5"], 8080),
  service("lb", [{ name: "x", port: 9000 }], "LoadBalancer"),
  endpoints("lb", ["10.244.1.9"], [{ name: "x", port: 9000 }]),
  ingressV1(
    plain,
    hosts.map((host) => ({ host, path: "/foo", service: "web" })),
    { className: CLASS },
  ),
  ingressV1(
    secure,
    SECURE.map((host) => ({ host, path: "/", service: "web" })),
    { tls: SECURE, className: CLASS },
  ),
];

interface Declared {
  name?: string;
  aliases?: { name: string }[];
  specs?: object[];
  settings?: object;
  allowMassDelete?: boolean;
  adopt?: boolean;
}

const PROGRAM = `
const { KubernetesCluster } = require("pulumi-k8s-lb/avi");
const { name, aliases, ...args } = JSON.parse(require("node:fs").readFileSync("declared.json", "utf8"));
new KubernetesCluster(name, args, { aliases });
`;

const inFull = ({ settings, ...more }: Declared) => ({
  name: "main",
  specs: specs(),
  ...more,
  settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["avi.internal"], ...settings },
});

/** What was not to be reached after some write, though it was before the run; and whether Pods had routes all the time. */
interface Watched {
  lost: string[];
  routes: boolean;
}

async function move(before: Declared, after: Declared): Promise<Watched> {
  avi.reset();
  const lab = new Lab({
    env: {
      AVI_CONTROLLER: front.url,
      AVI_USERNAME: avi.username,
      AVI_PASSWORD: avi.password,
      AVI_RATE_LIMIT: "off",
      AVI_RETRY_DELAY: "20",
    },
  });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab.runCli([...args, "--stack", "test"]);
    expect(code, stdout + stderr).toBe(0);
  };
  const up = (declared: Declared) => {
    lab.write({ "declared.json": JSON.stringify(inFull(declared)) });
    return run("up", "--yes", "--skip-preview");
  };
  try {
    lab.write({
      "Pulumi.yaml": "name: move\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
      "package.json": JSON.stringify({ name: "move", main: "index.js" }),
      "index.js": PROGRAM,
    });
    await lab.runCli(["stack", "init", "test"]);
    await up(before);
    const watched = watch();
    await up(after);
    front.on(undefined);
    expect(reachable(avi.store).size).toBeGreaterThan(PLAIN.length + SECURE.length);
    const { allowMassDelete: _once, adopt: _too, ...lasting } = after;
    lab.write({ "declared.json": JSON.stringify(inFull(lasting)) });
    await run("preview", "--expect-no-changes");
    await run("destroy", "--yes", "--skip-preview");
    for (const type of ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "l4policyset", "sslkeyandcertificate"])
      expect(avi.store.list(type).filter(({ name }) => /^c[12]--/.test(String(name)))).toEqual([]);
    expect(routes()).toEqual([]);
    return watched;
  } finally {
    front.on(undefined);
    lab.dispose();
  }
}

const routes = () => avi.store.list("vrfcontext").flatMap(({ static_routes }) => (Array.isArray(static_routes) ? static_routes : []));

/** Looks at the controller after each write. */
function watch(): Watched {
  const watched: Watched = { lost: [], routes: true };
  const before = reachable(avi.store);
  front.on(() => async ({ seen, forward, reply }) => {
    const answer = await forward();
    if (seen.method !== "GET") {
      const now = reachable(avi.store);
      watched.lost.push(...[...before].filter((what) => !now.has(what) && !watched.lost.includes(what)));
      watched.routes &&= routes().length > 0;
    }
    reply(answer);
  });
  return watched;
}

const NOTHING_LOST = { lost: [], routes: true };
const ONCE = { allowMassDelete: true };

describe.each(["ako-1.2", "ako-2", "ako-2-evh"] as const)("%s: nobody is without a virtual service", (naming) => {
  test("when Ingresses are renamed", { timeout: 200_000 }, async () => {
    const renamed = specs({ plain: "web2", secure: "pay2" });
    expect(await move({ settings: { naming } }, { specs: renamed, settings: { naming }, ...ONCE })).toEqual(NOTHING_LOST);
  });

  test("when there are more shards, and fewer", { timeout: 400_000 }, async () => {
    const [small, large] = [{ settings: { naming } }, { settings: { naming, shardVSSize: "LARGE" } }];
    expect(await move(small, large)).toEqual(NOTHING_LOST);
    expect(await move(large, { ...small, ...ONCE })).toEqual(NOTHING_LOST);
  });
});

test("renamed cluster", { timeout: 200_000 }, async () => {
  expect(await move({}, { settings: { clusterName: "c2" }, ...ONCE })).toEqual(NOTHING_LOST);
});

describe("renamed component", () => {
  test("with an alias", { timeout: 200_000 }, async () => {
    expect(await move({}, { name: "other", aliases: [{ name: "main" }] })).toEqual(NOTHING_LOST);
  });

  test("with adopt", { timeout: 200_000 }, async () => {
    expect(await move({}, { name: "other", adopt: true })).toEqual(NOTHING_LOST);
  });
});

test("a renamed host is served under its new name; the old one goes", { timeout: 200_000 }, async () => {
  const [old, ...rest] = PLAIN;
  expect(await move({}, { specs: specs({ hosts: [...rest, ...named("z")] }) })).toEqual({ lost: [old], routes: true });
});

const evh = { naming: "ako-2-evh" };
const sni = { naming: "ako-2" };
const apart = { naming: "ako-2", shardVSSize: "DEDICATED" };
test.each([
  ["1.2 to 2", {}, sni],
  ["2 to 1.2", sni, {}],
  ["SNI to EVH", sni, evh],
  ["EVH to SNI", evh, sni],
  ["shards to one virtual service per host", sni, apart],
  ["one virtual service per host to shards", apart, sni],
  ["EVH shards to one virtual service per host", evh, { ...evh, shardVSSize: "DEDICATED" }],
])("from %s", { timeout: 200_000 }, async (_what, before, after) => {
  expect(await move({ settings: before }, { settings: after, ...ONCE })).toEqual(NOTHING_LOST);
});

test("shards by namespace instead of host: the run comes to its end", {
  timeout: 200_000,
}, async () => {
  const large = { shardVSSize: "LARGE" };
  const { lost, routes: kept } = await move({ settings: large }, { settings: { ...large, l7ShardingScheme: "namespace" }, ...ONCE });
  expect(kept).toBe(true);
  expect(lost.filter((host) => !PLAIN.includes(host))).toEqual([]);
});
