import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { certificateFor, type KeyPair } from "../../sandbox/lib/certificates";
import { endpoints, ingressV1, openShiftRoute, secret, service } from "../../support/manifests";
import { everySecond } from "../../support/tier";
import { PulumiLab } from "../pr/harness";

// Lines for a reviewer in `pulumi preview --diff`, for ten changes in a stack of 100 Ingresses, on each target.

let pairs: [KeyPair, KeyPair];
beforeAll(async () => {
  pairs = await Promise.all([certificateFor("pay.x.com"), certificateFor("pay.x.com")]);
});

interface DiffParts {
  moved: boolean;
  hosts: number;
  news: boolean;
  cart: boolean;
  renew: boolean;
  weight: number;
  drained: boolean;
  renamed: boolean;
  setting: boolean;
  shards: "LARGE" | "MEDIUM";
}

const BASE: DiffParts = {
  moved: false,
  hosts: 100,
  news: false,
  cart: true,
  renew: false,
  weight: 100,
  drained: false,
  renamed: false,
  setting: false,
  shards: "LARGE",
};

const backend = (name: string, ...ips: string[]) => [service(name, [80]), endpoints(name, ips, 8080)];
const drainedService = (drained: boolean) => {
  const { metadata, ...rest } = service("tcp", [5432], "LoadBalancer");
  return { ...rest, metadata: { ...metadata, annotations: drained ? { "k8s-lb.io/drained": "10.9.2.1" } : {} } };
};

function specsOf({ moved, hosts, news, cart, renew, weight, drained, renamed }: DiffParts): object[] {
  const { certificate, key } = pairs[renew ? 1 : 0];
  const paths = ["/", ...(cart ? ["/cart"] : []), ...(news ? ["/news"] : [])];
  const ordinary = Array.from({ length: hosts }, (_, n) => {
    const name = renamed && n === 50 ? "renamed" : `web-${n}`;
    return [
      ...backend(name, `10.0.${n}.1`, moved && n === 50 ? `10.0.${n}.7` : `10.0.${n}.2`),
      ingressV1(name, [{ host: `web-${n}.x.com`, path: "/", service: name }], { className: "avi" }),
    ];
  });
  return [
    ...ordinary.flat(),
    ingressV1(
      "pay",
      paths.map((path) => ({ host: "pay.x.com", path, service: "web-1" })),
      { tls: ["pay.x.com"], className: "avi" },
    ),
    secret("cert", certificate, key),
    openShiftRoute("split", {
      host: "split.x.com",
      to: { kind: "Service", name: "web-1", weight: 100 },
      alternateBackends: [{ kind: "Service", name: "web-2", weight }],
    }),
    drainedService(drained),
    endpoints("tcp", ["10.9.2.1", "10.9.2.2"], 5432),
  ];
}

/** Lines of one of the hundred and one load balancers that Kuryr makes for Services: another setting of their listeners changes each. */
const EACH = 36;

/**
 * Changes by name, with the most lines that each may take. On Octavia with the names of Kuryr a Service has a load balancer of its own beside
 * that of the Ingresses, so what concerns its servers is two resources.
 */
const CHANGES: { [name: string]: [to: Partial<DiffParts>, most: { avi: number; octavia: number }] } = {
  nothing: [{}, { avi: 5, octavia: 5 }],
  endpoint: [{ moved: true }, { avi: 45, octavia: 80 }],
  host: [{ hosts: 101 }, { avi: 110, octavia: 110 }],
  "removed host": [{ hosts: 99 }, { avi: 90, octavia: 90 }],
  path: [{ news: true }, { avi: 90, octavia: 50 }],
  "removed path": [{ cart: false }, { avi: 90, octavia: 50 }],
  certificate: [{ renew: true }, { avi: 80, octavia: 45 }],
  weight: [{ weight: 25 }, { avi: 55, octavia: 45 }],
  annotation: [{ drained: true }, { avi: 45, octavia: 50 }],
  rename: [{ renamed: true }, { avi: 165, octavia: 125 }],
  setting: [{ setting: true }, { avi: 25, octavia: 102 * EACH }],
  "shard size": [{ shards: "MEDIUM" }, { avi: 400, octavia: 5 }],
};

const TARGETS = {
  async avi() {
    const sandbox = await startAviSandbox({ rateLimit: "off" });
    const env = {
      AVI_CONTROLLER: sandbox.url,
      AVI_USERNAME: sandbox.username,
      AVI_PASSWORD: sandbox.password,
      AVI_RATE_LIMIT: "off",
    };
    return { env, close: () => sandbox.close() };
  },
  async octavia() {
    const sandbox = await startOctaviaSandbox({ provisioningMs: 5 });
    const env = { ...openstackEnvironment(sandbox), SUBNET: sandbox.subnetId, OCTAVIA_POLL_INTERVAL: "20" };
    return { env, close: () => sandbox.close() };
  },
};

const PROGRAM = {
  avi: `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("main", { specs: "specs.json", settings: {
  clusterName: "c1", subDomains: ["x.com"], shardVSSize: process.env.SHARDS, defaultDomain: process.env.SETTING ? "y.com" : "x.com",
} as never });
`,
  octavia: `import * as octavia from "pulumi-k8s-lb/octavia";
new octavia.KubernetesCluster("main", { specs: "specs.json", settings: {
  clusterName: "c1", naming: "kuryr", service_subnet_id: process.env.SUBNET, ingressClass: "avi", timeout_client_data: process.env.SETTING ? 70000 : 60000,
} as never });
`,
};

describe.each(["avi", "octavia"] as const)("lines of preview --diff on %s", (target) => {
  let lab: PulumiLab;
  let server: { env: Record<string, string>; close(): Promise<void> };
  beforeAll(async () => {
    server = await TARGETS[target]();
    lab = new PulumiLab({ env: { ...server.env, PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" } });
    lab.writeProject("lines", PROGRAM[target]);
    await lab.pulumi(["stack", "init", "test"]);
    const { code, stdout, stderr } = await run(["up", "--yes", "--skip-preview"], BASE);
    expect(code, stdout + stderr).toBe(0);
  });
  afterAll(async () => {
    lab?.dispose();
    await server?.close();
  });

  const run = (args: string[], parts: DiffParts) => {
    lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: specsOf(parts) }) });
    const env = { SHARDS: parts.shards, SETTING: parts.setting ? "other" : "" };
    return lab.runCli([...args, "--stack", "test"], { env });
  };

  test.each(everySecond(Object.entries(CHANGES), target === "avi" ? 0 : 1))("%s", async (name, [to, most]) => {
    const { code, stdout, stderr } = await run(["preview", "--diff"], { ...BASE, ...to });
    expect(code, stdout + stderr).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    if (process.env.SHOW) process.stdout.write(`${target} ${name}: ${lines.length}\n${process.env.SHOW === name ? stdout : ""}`);
    const shown = lines.length > most[target] ? stdout.slice(0, 8000) : "";
    expect(lines.length, shown).toBeLessThanOrEqual(most[target]);
  });
});
