import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { rbacManifests } from "../../../sdk/kubernetes";
import { k8sLbCall } from "../../support/cli-call";
import { endpoints, service } from "../../support/manifests";
import { scriptedServer, status } from "../../support/scripted-server";

// The command on a cluster, as another program runs it.

const server = scriptedServer();
let folder: string;
let kubeconfig: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-cluster-"));
  kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig());
  const manifest = { ...service("filed", [80], "LoadBalancer"), metadata: { name: "filed" } };
  writeFileSync(join(folder, "filed.yaml"), JSON.stringify(manifest));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  const lists: Record<string, object[]> = {
    "/api/v1/services": [service("web", [80], "LoadBalancer")],
    "/api/v1/endpoints": [endpoints("web", ["10.0.0.1"], 8080)],
  };
  server.answer = ({ path }) => {
    const [place = ""] = path.split("?");
    return path.includes("?limit") ? { body: { items: lists[place] ?? [] } } : { status: 404, body: "404 page not found\n" };
  };
});

const run = (args: string[], env: Record<string, string> = {}) => k8sLbCall(args, { cwd: folder, env });
const owners = (stdout: string) => [...new Set(Object.values(JSON.parse(stdout).owners as Record<string, string[]>).flat())].sort();

describe("k8s-lb translate --kubeconfig", () => {
  it("reads a cluster, by path, by KUBECONFIG, by context alone, and beside files", async () => {
    const runs = await Promise.all([
      run(["translate", "--kubeconfig", kubeconfig, "--to", "avi", "--cluster", "c1"]),
      run(["translate", "--to", "avi", "--cluster", "c1", "--kubeconfig"], { KUBECONFIG: kubeconfig }),
      run(["translate", "--to", "avi", "--cluster", "c1", "--context", "test"], { KUBECONFIG: kubeconfig }),
      run(["translate", "--to", "avi", "--cluster", "c1", "--kubeconfig", kubeconfig, "-f", "filed.yaml"]),
    ]);
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
    expect(runs.slice(0, 3).map(({ stdout }) => owners(stdout))).toEqual(Array(3).fill(["Service/default/web"]));
    expect(owners(runs[3]!.stdout)).toEqual(["Service/default/filed", "Service/default/web"]);
  });

  it("names the cluster where an object comes from", async () => {
    writeFileSync(join(folder, "twin.yaml"), JSON.stringify(service("web", [81])));
    const { stdout } = await run(["translate", "--kubeconfig", kubeconfig, "-f", "twin.yaml", "--to", "avi"]);
    expect(stdout).toContain("Service default/web is defined twice, differently: twin.yaml:1 and cluster test");
  });

  it("ends with 3 when the cluster cannot be read, and prints nothing", async () => {
    server.answer = () => status(403, "Forbidden", "not yours");
    const { code, stdout, stderr } = await run(["translate", "--kubeconfig", kubeconfig, "--to", "octavia"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^error: LB2104: .*not yours/s);
  });

  it("ends with 2 without anything to translate", async () => {
    const { code, stderr } = await run(["translate", "--to", "avi"]);
    expect([code, stderr]).toEqual([2, "error: nothing to translate: name manifests with -f, or a cluster with --kubeconfig\n"]);
  });
});

describe("k8s-lb rbac", () => {
  it("prints the manifests as YAML", async () => {
    const args = ["--target", "octavia", "--write-status", "--namespace", "shop", "pay", "--service-account", "ci/pulumi"];
    const { stdout } = await run(["rbac", ...args]);
    const serviceAccount = { namespace: "ci", name: "pulumi" };
    const expected = rbacManifests({ target: "octavia", writeStatus: true, namespaces: ["shop", "pay"], serviceAccount });
    expect(parseAllDocuments(stdout).map((document) => document.toJS())).toEqual(expected);
    expect(expected.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}`)).toEqual([
      "ServiceAccount ci",
      "ClusterRole ",
      "ClusterRoleBinding ",
      "Role shop",
      "RoleBinding shop",
      "Role pay",
      "RoleBinding pay",
    ]);
  });

  it("refuses a name it cannot use", async () => {
    const { code, stderr } = await run(["rbac", "--target", "avi", "--service-account", "pulumi"]);
    expect(code).toBe(2);
    expect(stderr).toContain("NAMESPACE/NAME is expected.");
  });
});
