import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { k8sLbCall } from "../../support/cli-call";

// The command as a CI job runs it.

const SHOP = `apiVersion: v1
kind: Service
metadata: { name: shop }
spec: { ports: [{ port: 80 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: shop }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: BACKEND, port: { number: 80 } } }
`;
const FAULTY = `apiVersion: v1
kind: Service
metadata:
  name: faulty
spec:
  ports:
    - port: 70000
---
apiVersion: v1
kind: Service
metadata:
  name: slipped
spec:
  ports:
    - port: 80
      protcol: UDP
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-validate-"));
  const list = {
    apiVersion: "v1",
    kind: "List",
    items: [{ apiVersion: "v1", kind: "Service", metadata: { name: "x" }, spec: { ports: [{ port: 0 }] } }],
  };
  writeFileSync(join(folder, "sound.yaml"), SHOP.replace("BACKEND", "shop"));
  writeFileSync(join(folder, "dangling.yaml"), SHOP.replace("BACKEND", "shpo"));
  const wrongPort = SHOP.replace("BACKEND", "shop").replace("port: { number: 80 }", "port: { number: 81 }");
  writeFileSync(
    join(folder, "wrong-port.yaml"),
    wrongPort.replace("name: shop\nspec", "name: shop\n  annotations: { kubernetes.io/ingress.class: avi }\nspec"),
  );
  writeFileSync(join(folder, "faulty.yaml"), FAULTY);
  writeFileSync(join(folder, "packed.yaml.gz"), gzipSync(FAULTY));
  writeFileSync(join(folder, "list.json"), JSON.stringify(list, null, 2));
  writeFileSync(join(folder, "warned.yaml"), FAULTY.replace("70000", "80"));
  writeFileSync(join(folder, "broken.yaml"), "a: [\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => k8sLbCall(["validate", ...args], { cwd: folder });

describe("k8s-lb validate", () => {
  it("finds nothing in sound manifests, for any target", async () => {
    const runs = await Promise.all(["routes", "avi"].map((to) => run("-f", "sound.yaml", "--to", to, "--exit-code")));
    for (const ended of runs)
      expect(ended).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^(1 notice: LB\d+; -o json shows them\n)?3 objects read: 0 errors, 0 warnings, \d notices?\n$/),
        stderr: "",
      });
  });

  it("shows each fault with file and line, and ends with 1", async () => {
    const { code, stdout } = await run("-f", "faulty.yaml", "-f", "list.json");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error +LB1003 +faulty\.yaml:7 +Service default\/faulty \/spec\/ports\/0\/port /m);
    expect(stdout).toMatch(/^warning +LB1006 +faulty\.yaml:16 +.*Did you mean protocol\? *$/m);
    expect(stdout).toMatch(/^error +LB1003 +list\.json:14 +Service default\/x \/spec\/ports\/0\/port /m);
    expect(stdout).toMatch(/\n3 objects read: 2 errors, 1 warning, 0 notices\n$/);
  });

  it("follows references", async () => {
    const { code, stdout } = await run("-f", "dangling.yaml", "-o", "json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      valid: false,
      diagnostics: [{ code: "LB1101", severity: "error", object: { kind: "Ingress", name: "shop" }, file: "dangling.yaml", line: 22 }],
    });
  });

  it("is red for a rule that has no server by a fault, on every target that serves it", async () => {
    const { code, stdout } = await run("-f", "wrong-port.yaml", "--to", "avi");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error +LB1102 +wrong-port\.yaml:\d+ +Ingress default\/shop .*has no port 81/m);
  });

  it("writes workflow commands of GitHub Actions, and reads packed files for their lines", async () => {
    const { code, stdout, stderr } = await run("-f", "packed.yaml.gz", "-o", "github");
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^::error file=packed\.yaml\.gz,line=7,title=LB1003 Service default\/faulty::\/spec\/ports\/0\/port: /),
      expect.stringMatching(/^::warning file=packed\.yaml\.gz,line=16,title=LB1006 Service default\/slipped::/),
      "",
    ]);
    expect(stderr).toBe("2 objects read: 1 error, 1 warning, 0 notices\n");
  });

  it("ends with 1 for warnings only when asked to, and for text that is no YAML; with 2 for a file that is not there", async () => {
    expect((await run("-f", "warned.yaml")).code).toBe(0);
    expect((await run("-f", "warned.yaml", "--exit-code")).code).toBe(1);
    expect((await run("-f", "broken.yaml")).code).toBe(1);
    expect((await run("-f", "missing.yaml")).code).toBe(2);
  });
});
