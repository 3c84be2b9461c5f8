import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { k8sLbCall } from "../../support/cli-call";
import { edge, give, root, service, to } from "../../support/contour";
import { ingressV1 } from "../../support/manifests";

// The command as another program runs it: exit codes, stdout and stderr.

let folder: string;
const specs = [
  root("prod/shop", {
    fqdn: "shop.com",
    routes: [to("/", "web"), give("/pay", "money/pay")],
    annotations: { "kubernetes.io/ingress.class": "public" },
  }),
  root("prod/blog", { fqdn: "blog.com", routes: [to("/", "web")] }),
  edge("money/pay", [to("/pay", "pay")]),
  service("prod/web"),
  service("money/pay"),
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-graph-"));
  const write = (name: string, objects: unknown[]) =>
    writeFileSync(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  write("specs.yaml", specs);
  write("reversed.yaml", [...specs].reverse());
  write("faulty.yaml", [
    ingressV1("lost", [{ host: "lost.com", path: "/", service: "nowhere" }], { namespace: "prod", className: "avi" }),
    ingressV1("other", [{ host: "other.com", path: "/", service: "web" }], { namespace: "prod", className: "avi" }),
    service("prod/web"),
  ]);
  writeFileSync(join(folder, "broken.yaml"), "a: [\n");
  writeFileSync(join(folder, "torn.yaml"), "b: {\n");
  writeFileSync(join(folder, "wrong-settings.yaml"), "shardVSSize: HUGE\n");
  writeFileSync(join(folder, "routes-settings.yaml"), "ingressClass: public\n");
  writeFileSync(join(folder, "avi-settings.yaml"), "clusterName: c1\ncontourIngressClass: public\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => k8sLbCall(["graph", ...args], { cwd: folder });

describe("k8s-lb graph", () => {
  it("draws the delegation as SVG, the same for any order of the input", async () => {
    const { code, stdout } = await run("-f", "specs.yaml");
    expect(code).toBe(0);
    expect(stdout).toContain("Delegation of IngressRoutes");
    expect((await run("-f", "reversed.yaml")).stdout).toBe(stdout);
  });

  it("draws a topology when a target is named, in every format", async () => {
    expect((await run("-f", "specs.yaml", "--to", "avi", "-o", "dot")).stdout).toContain('digraph "Topology on Avi"');
    expect((await run("-f", "specs.yaml", "--to", "octavia", "-o", "mermaid")).stdout).toContain("%% Topology on Octavia");
    expect((await run("-f", "specs.yaml", "--kind", "topology")).stdout).toContain("<title>Hosts, paths and Services</title>");
    expect((await run("-f", "specs.yaml", "--to", "avi", "--kind", "delegation")).stdout).toContain("Delegation of IngressRoutes");
  });

  it("takes the class of IngressRoutes from the settings of routes and of load balancers", async () => {
    for (const file of ["routes-settings.yaml", "avi-settings.yaml"]) {
      expect((await run("-f", "specs.yaml", "-o", "dot")).stdout).not.toContain('"host/shop.com"');
      expect((await run("-f", "specs.yaml", "-o", "dot", "--settings", file)).stdout).toContain('"host/shop.com"');
    }
  });

  it("draws one host alone", async () => {
    const { stdout } = await run("-f", "specs.yaml", "-o", "dot", "--settings", "routes-settings.yaml", "--host", "blog.com");
    expect(stdout).toContain('"host/blog.com"');
    expect(stdout).not.toContain("money");
  });

  it("writes a page with the places of faults, also for one host alone", async () => {
    const { code, stdout } = await run("-f", "faulty.yaml", "--to", "avi", "-o", "html", "--host", "lost.com");
    expect(code).toBe(0);
    expect(stdout).toContain("<!doctype html>");
    expect(stdout).toMatch(/Ingress prod\/lost<.*faulty\.yaml:\d+</);
  });

  it("marks what changed since older manifests", async () => {
    const { code, stdout } = await run("-f", "specs.yaml", "--against", "faulty.yaml", "--to", "routes", "-o", "html");
    expect(code).toBe(0);
    expect(stdout).toMatch(/class="section [^"]*added"[^>]*data-hosts=" blog.com "/);
    expect((await run("-f", "-", "--against", "-")).code).toBe(2);
  });

  it("names the faults of both sides before it gives up, and a wrong setting once", async () => {
    const unreadable = await run("-f", "broken.yaml", "--against", "torn.yaml");
    expect([unreadable.code, unreadable.stdout]).toEqual([2, ""]);
    expect(unreadable.stderr).toMatch(/error LB\d{4}: broken\.yaml[\s\S]*error LB\d{4}: torn\.yaml/);
    const older = await run("-f", "specs.yaml", "--against", "torn.yaml");
    expect([older.code, older.stdout]).toEqual([2, ""]);
    expect(older.stderr).toMatch(/^error LB\d{4}: torn\.yaml/);
    const wrong = await run("-f", "specs.yaml", "--against", "faulty.yaml", "--to", "avi", "--settings", "wrong-settings.yaml");
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr.match(/^error LB1305: .*$/gm)).toEqual([expect.stringMatching(/shardVSSize must be .*, or remove it\.$/)]);
  });

  it("draws routes of Ingresses that a load balancer would take", async () => {
    expect((await run("-f", "faulty.yaml", "--to", "routes", "-o", "dot")).stdout).toContain('"host/lost.com"');
  });

  it("draws Mizar, and says where there is nothing of it", async () => {
    const { code, stdout } = await run("-f", join(__dirname, "../../../examples/mizar/manifests"), "--to", "mizar", "-o", "html");
    expect(code).toBe(0);
    expect(stdout).toContain("endpoint my-service-default");
    const none = await run("-f", "specs.yaml", "--to", "mizar", "-o", "mermaid");
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining("note: There is no Service and no Subnet")]);
  });

  it("exits with 2 and a reason for what it cannot draw", async () => {
    for (const args of [
      ["-f", "broken.yaml"],
      ["-f", "missing.yaml"],
      [],
      ["-f", "specs.yaml", "--to", "nsx"],
      ["-f", "specs.yaml", "--host", "nowhere.com"],
      ["-f", "specs.yaml", "-o", "png"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/error/);
    }
  });
});
