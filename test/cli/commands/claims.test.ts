import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { claimPolicy } from "../../../sdk/kubernetes";
import { k8sLbCall } from "../../support/cli-call";
import { ingressV1 } from "../../support/manifests";

const CLAIMS = [
  { hosts: ["shop.x.com"], namespaces: ["shop"] },
  { hosts: ["*.pay.x.com"], namespaceLabels: { team: "pay" } },
];
const hostRule = {
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name: "hr", namespace: "team6" },
  spec: { virtualhost: { fqdn: "own.x.com", aliases: ["shop.x.com"] } },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-claims-"));
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  write("avi.yaml", { clusterName: "c1", claims: CLAIMS });
  write("strict.yaml", { claims: CLAIMS, claimsOnly: true });
  write("wrong.yaml", { claims: [{ hosts: [] }] });
  const items = [
    ingressV1("shop", [{ host: "shop.x.com", path: "/", service: "web" }], { namespace: "shop", tls: ["shop.x.com"] }),
    hostRule,
  ];
  write("specs.yaml", { apiVersion: "v1", kind: "List", items });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const claims = (...args: string[]) => k8sLbCall(["claims", ...args], { cwd: folder });

describe("k8s-lb claims", () => {
  test("lists each claim with the names that objects have of it, each once", async () => {
    const { stdout, code } = await claims("--settings", "avi.yaml", "-f", "specs.yaml", "--exit-code");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ["CLAIM", "CLAIMED BY", "OBJECT", "HOST", "VERDICT"],
      ["shop.x.com", "namespace shop", "Ingress shop/shop", "shop.x.com", "allowed"],
      ["shop.x.com", "namespace shop", "HostRule team6/hr", "shop.x.com", "refused (LB1221)"],
      ["*.pay.x.com", "namespaces with team=pay", "-", "-", "-"],
    ]);
    expect(code).toBe(1);
  });

  test("with claimsOnly lists names that nobody claims", async () => {
    const { stdout } = await claims("--settings", "strict.yaml", "-f", "specs.yaml", "-o", "json");
    const { kind, apiVersion, metadata } = hostRule;
    const pointer = "/spec/virtualhost/fqdn";
    expect(JSON.parse(stdout)).toMatchObject({
      claimsOnly: true,
      unclaimed: [{ apiVersion, kind, ...metadata, pointer, host: "own.x.com", refused: true }],
    });
  });

  test("writes the policy of the claims", async () => {
    const { stdout } = await claims("--settings", "strict.yaml", "-o", "vap");
    expect(parseAllDocuments(stdout).map((one) => one.toJS())).toEqual(claimPolicy({ claims: CLAIMS, claimsOnly: true }));
  });

  test("writes nothing of wrong claims", async () => {
    const { stdout, stderr, code } = await claims("--settings", "wrong.yaml", "-o", "vap");
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toContain("LB1305");
  });
});
