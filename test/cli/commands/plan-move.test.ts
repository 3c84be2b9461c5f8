import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { k8sLbCall } from "../../support/cli-call";
import { endpoints, ingressV1, service } from "../../support/manifests";

// The command as another program runs it: exit codes, stdout and stderr.

const folder = mkdtempSync(join(tmpdir(), "plan-move-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
}

const list = (name: string) => ({
  apiVersion: "v1",
  kind: "List",
  items: [
    service("web", [80]),
    endpoints("web", ["10.244.1.5"], 8080),
    ingressV1(
      name,
      ["a", "b"].map((letter) => ({ host: `${letter}.avi.internal`, path: "/", service: "web" })),
    ),
    service("lb", [{ port: 80 }], "LoadBalancer"),
    endpoints("lb", ["10.244.1.6"], 8080),
  ],
});
const web = file("web.json", list("web"));
const shop = file("shop.json", list("shop"));
const small = file("small.json", { clusterName: "c1" });
const large = file("large.json", { clusterName: "c1", shardVSSize: "LARGE" });
const renamed = file("renamed.json", { clusterName: "c2" });

const run = (...args: string[]) => k8sLbCall(["plan-move", ...args], { env: { NO_COLOR: "1" } });

test("more shards: who moves, in which order, and what clients notice", async () => {
  const ended = await run("--to", "avi", "-f", web, "--settings", large, "--before-settings", small, "--exit-code");
  expect(ended).toMatchObject({ code: 1, stderr: "" });
  expect(ended.stdout).toMatch(
    /^PLACE +STATE +FROM +TO +ADDRESS *\nhost a\.avi\.internal +moves +c1--Shared-L7-0 +c1--Shared-L7-7 +changes *\n/,
  );
  expect(ended.stdout).toContain("2 of 3 stay where they are.");
  expect(ended.stdout).toContain("  1. make avi:SharedVS c1--Shared-L7-7\n  2. change avi:SharedVS c1--Shared-L7-0\n");
  expect(ended.stdout).toMatch(/\nAfter the run every request gets the same answer\.\n$/);
  expect(ended.stdout).toContain("host a.avi.internal: clients with the old address fail until their DNS entry expires");
});

test("other specs: requests that get another answer once everything has moved", async () => {
  const other = file("other.json", { ...list("web"), items: list("web").items.filter(({ kind }) => kind !== "Ingress") });
  const ended = await run("--to", "avi", "-f", other, "--before", web, "--settings", small, "--exit-code");
  expect(ended).toMatchObject({ code: 1, stderr: "" });
  expect(ended.stdout).toContain("\nAfter the run 2 kinds of requests are answered differently: 2 lost\n  - http://a.avi.internal: now ");
  const { stdout } = await run("--to", "avi", "-f", other, "--before", web, "--settings", small, "-o", "json");
  expect(JSON.parse(stdout).requests).toMatchObject([{ host: "a.avi.internal" }, { host: "b.avi.internal" }]);
});

test("a renamed Ingress: nobody notices", async () => {
  const ended = await run("--to", "avi", "-f", shop, "--before", web, "--settings", small, "--exit-code");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toContain("3 of 3 stay where they are.");
  expect(ended.stdout).toContain("Clients notice nothing.");
});

test("a renamed cluster and component: what the run needs, as JSON", async () => {
  const names = ["--component", "other", "--before-component", "main"];
  const { stdout } = await run("--to", "avi", "-f", web, "--settings", renamed, "--before-settings", small, ...names, "-o", "json");
  const { schemaVersion, target, places, needs, steps } = JSON.parse(stdout);
  expect([schemaVersion, target, places.length]).toEqual([1, "avi", 3]);
  expect(needs).toEqual([
    expect.stringMatching(/^`allowMassDelete: true`.*LB2017/),
    expect.stringMatching(/^`aliases: \[\{ name: "main" \}\]`/),
  ]);
  const actions: string[] = steps.map(({ action }: { action: string }) => action);
  expect(actions.indexOf("remove")).toBeGreaterThan(actions.lastIndexOf("make"));
});

test("another scheme: what one run cannot order is said, with the way that has no gap", async () => {
  const inNamespaces = file("swap.json", {
    apiVersion: "v1",
    kind: "List",
    // host a belongs to shard 7, host b to 0; namespace n1 to 0, n4 to 7
    items: [
      ["n1", "a"],
      ["n4", "b"],
    ].flatMap(([namespace = "", letter = ""]) => [
      service("web", [80], "ClusterIP", namespace),
      endpoints("web", ["10.244.1.5"], 8080, namespace),
      ingressV1("web", [{ host: `${letter}.avi.internal`, path: "/", service: "web" }], { namespace }),
    ]),
  });
  const by = (l7ShardingScheme: string) => file(`${l7ShardingScheme}.json`, { clusterName: "c1", shardVSSize: "LARGE", l7ShardingScheme });
  const args = ["-f", inNamespaces, "--settings", by("namespace"), "--before-settings", by("hostname")];
  const { stdout, code } = await run("--to", "avi", ...args, "--exit-code");
  expect(code).toBe(1);
  expect(stdout).toMatch(/host a\.avi\.internal: c1--Shared-L7-7 may let go of it before c1--Shared-L7-0 has it\n/);
  expect(stdout).toContain("Have both for a while: a second component with another cluster name");
});

test("on Octavia a renamed cluster keeps its load balancers", async () => {
  const settings = (cluster_name: string) =>
    file(`${cluster_name}.json`, { naming: "occm", cluster_name, subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" });
  const { stdout, code } = await run(
    "--to",
    "octavia",
    "-f",
    web,
    "--settings",
    settings("two"),
    "--before-settings",
    settings("one"),
    "-o",
    "json",
  );
  expect(code).toBe(0);
  const { places, steps, outages, needs } = JSON.parse(stdout);
  expect(places).toContainEqual(expect.objectContaining({ what: "Service default/lb", state: "stays", address: "same" }));
  expect(steps).toContainEqual(expect.objectContaining({ action: "change", name: "kube_service_default_lb" }));
  expect([outages, needs]).toEqual([[], []]);
});

test("on Octavia a load balancer that is replaced names the field, in the order and as the reason", async () => {
  const settings = (subnet_id: string) => file(`${subnet_id}.json`, { naming: "occm", cluster_name: "c", subnet_id });
  const [before, after] = ["5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c22"].map(settings);
  const { stdout } = await run("--to", "octavia", "-f", web, "--settings", after ?? "", "--before-settings", before ?? "");
  expect(stdout).toMatch(/replace .*kube_service_default_lb \(loadBalancer\.vip_subnet_id\)/);
  expect(stdout).toContain("because only a new object can have another loadBalancer.vip_subnet_id");
});

test("what changes beside the answers is told: it said that every request gets the same answer", async () => {
  const lb = (annotations: Record<string, string>) => {
    const one = service("lb", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
    return { apiVersion: "v1", kind: "List", items: [{ ...one, metadata: { ...one.metadata, annotations } }] };
  };
  const settings = file("occm.json", { naming: "occm", cluster_name: "c", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" });
  const [plain, proxied] = [file("plain.json", lb({})), file("proxied.json", lb({ "loadbalancer.openstack.org/proxy-protocol": "true" }))];
  const { stdout } = await run("--to", "octavia", "--settings", settings, "--before", plain, "-f", proxied);
  expect(stdout).toContain("After the run 1 change beside the answers\n  ~ tcp://default/lb:80: PROXY protocol v1, was none\n");
});

test.each([
  ["nothing to compare with", ["--to", "avi", "-f", web, "--settings", small], "nothing to compare: name what is now"],
  ["no manifests", ["--to", "avi", "--before-settings", small], "name manifests with -f"],
  ["an unknown target", ["--to", "routes", "-f", web, "--before", shop], "Allowed choices are avi, octavia"],
])("%s", async (_what, args, message) => {
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain(message);
});
