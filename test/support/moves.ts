import { afterAll, beforeAll, expect } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { type FaultProxy, startFaultProxy } from "../campaigns/lib/fault-proxy";
import { PulumiLab } from "../cli/pr/harness";
import { reachable } from "./avi-reachable";
import { endpoints, ingressV1, node, openShiftRoute, secret, service } from "./manifests";
import { CERTIFICATE, PRIVATE_KEY } from "./pem";

// Changes that move hosts, on the real engine: after every single write of a run everything that was served before and is after is looked for.

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

export const named = (...letters: string[]) => letters.map((letter) => `${letter}.avi.internal`);
export const PLAIN = named("a", "b", "c", "d", "e", "f");
export const SECURE = named("s", "t", "u");
const CLASS = "avi-lb";

export const specs = ({ plain = "web", secure = "pay", hosts = PLAIN } = {}) => [
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

/** A host whose TLS ends at its servers. */
export const passthrough = (host: string) =>
  openShiftRoute(host.replaceAll(".", "-"), { host, to: { kind: "Service", name: "web" }, tls: { termination: "passthrough" } });

export interface DeclaredMove {
  name?: string;
  aliases?: { name: string }[];
  specs?: object[];
  settings?: object;
  allowMassDelete?: boolean;
  adopt?: boolean;
}

const PROGRAM = `
const { KubernetesCluster } = require("pulumi-k8s-lb/avi");
for (const { name, aliases, ...args } of JSON.parse(require("node:fs").readFileSync("declared.json", "utf8")))
  new KubernetesCluster(name, args, { aliases });
`;

const inFull = ({ settings, ...more }: DeclaredMove) => ({
  name: "main",
  specs: specs(),
  ...more,
  settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["avi.internal"], ...settings },
});

/** Objects that became unreachable after some write, though they were reachable before the run; and whether Pods had routes all the time. */
export interface Watched {
  lost: string[];
  routes: boolean;
}

/** One run after the other, each with one component or several; what is lost is looked for after the first. */
export async function move(before: DeclaredMove, ...after: (DeclaredMove | DeclaredMove[])[]): Promise<Watched> {
  const { writes: _, ...watched } = await moveAndCount(before, ...after);
  return watched;
}

/** The same, with the calls after the first run that change something, or would. */
export async function moveAndCount(
  before: DeclaredMove,
  ...after: (DeclaredMove | DeclaredMove[])[]
): Promise<Watched & { writes: string[] }> {
  avi.reset();
  const lab = new PulumiLab({
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
  const up = (declared: DeclaredMove | DeclaredMove[]) => {
    lab.write({ "declared.json": JSON.stringify([declared].flat().map(inFull)) });
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
    const watched = { lost: [], routes: true, writes: [] };
    for (const declared of after) {
      watch(watched);
      await up(declared);
      front.on(undefined);
    }
    expect(reachable(avi.store).size).toBeGreaterThan(PLAIN.length + SECURE.length);
    const lasting = [after.at(-1) ?? before].flat().map(({ allowMassDelete: _once, adopt: _too, ...rest }) => inFull(rest));
    lab.write({ "declared.json": JSON.stringify(lasting) });
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
function watch(watched: Watched & { writes: string[] }): void {
  const before = reachable(avi.store);
  front.on(() => async ({ seen, forward, reply }) => {
    const answer = await forward();
    if (seen.method !== "GET") {
      if (seen.path.startsWith("/api/")) watched.writes.push(`${seen.method} ${seen.path}`);
      const now = reachable(avi.store);
      watched.lost.push(...[...before].filter((what) => !now.has(what) && !watched.lost.includes(what)));
      watched.routes &&= routes().length > 0;
    }
    reply(answer);
  });
}

export const NOTHING_LOST = { lost: [], routes: true };
export const ONCE = { allowMassDelete: true };
