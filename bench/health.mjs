// Measures `k8s-lb status` of 1,000 Ingresses on the Avi sandbox, from its start to its last line: all servers up, and a tenth of the pools
// with one down.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../tools/lib/files.mjs";

const ingress = (i) => `apiVersion: v1
kind: Service
metadata: { name: s${i} }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: s${i} }
subsets: [{ addresses: [{ ip: 10.${Math.floor(i / 250)}.${i % 250}.1 }, { ip: 10.${Math.floor(i / 250)}.${i % 250}.2 }], ports: [{ port: 8080 }] }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: i${i} }
spec:
  rules:
    - host: h${i}.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: s${i}, port: { number: 80 } } } }] }
`;

/** Seconds and calls. */
export async function benchHealth(ingresses = 1000) {
  const { startAviSandbox } = createRequire(import.meta.url)("pulumi-k8s-lb/sandbox");
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  const avi = await startAviSandbox({ rateLimit: "off" });
  const env = { ...process.env, AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  const k8sLb = (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [inRoot("dist/sdk/cli/main.js"), ...args], { cwd: folder, env });
      let stdout = "";
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      child.on("error", reject).on("close", () => resolve(stdout));
    });
  const options = ["-f", "all.yaml", "--to", "avi", "-o", "json"];
  const measured = async (name) => {
    avi.resetCalls();
    const started = performance.now();
    const { objects } = JSON.parse(await k8sLb("status", ...options));
    const seconds = (performance.now() - started) / 1000;
    if (objects.length !== ingresses) throw new Error(`${objects.length} rows in the place of ${ingresses}`);
    const calls = avi.calls().filter(({ path }) => path.startsWith("/api/")).length;
    return { name, ingresses, degraded: objects.filter(({ state }) => state === "degraded").length, calls, seconds };
  };
  try {
    writeFileSync(join(folder, "all.yaml"), Array.from({ length: ingresses }, (_, i) => ingress(i)).join("---\n"));
    const { pool: pools = [] } = JSON.parse(await k8sLb("translate", ...options)).objects;
    for (const pool of pools) avi.store.put("pool", { ...pool, tenant_ref: "/api/tenant/admin" });
    const up = await measured("all up");
    for (const { name, servers } of pools.slice(0, ingresses / 10)) {
      const body = JSON.stringify({ pool: name, server: `${servers[0].ip.addr}:8080`, state: "OPER_DOWN", reason: "GET / answered 503" });
      await fetch(`${avi.url}/_lab/server`, { method: "POST", body });
    }
    return [up, await measured("a tenth with a server down")];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await avi.close();
  }
}
