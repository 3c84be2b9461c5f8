// Measures `k8s-lb test` with 10,000 expectations on 1,000 Ingresses, from its start to its last line.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
subsets: [{ addresses: [{ ip: 10.${Math.floor(i / 250)}.${i % 250}.1 }], ports: [{ port: 8080 }] }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: i${i} }
spec:
  rules:
    - host: h${i}.example.com
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: s${i}, port: { number: 80 } } } }
          - { path: /a, pathType: Prefix, backend: { service: { name: s${i}, port: { number: 80 } } } }
`;

const expectation = (i, j) => `  - { request: "http://h${i}.example.com/${j % 2 ? "a/" : ""}p${j}", to: default/s${i}:80 }\n`;

/** Seconds for each target that answers requests. */
export function benchRequests(ingresses = 1000, each = 10) {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  const all = Array.from({ length: ingresses }, (_, i) => i);
  writeFileSync(join(folder, "all.yaml"), all.map(ingress).join("---\n"));
  const requests = all.flatMap((i) => Array.from({ length: each }, (_, j) => expectation(i, j)));
  writeFileSync(join(folder, "requests.yaml"), `requests:\n${requests.join("")}`);
  try {
    return ["avi", "octavia"].map((target) => {
      const args = [inRoot("dist/sdk/cli/main.js"), "test", "requests.yaml", "-f", "all.yaml", "--to", target];
      const started = performance.now();
      const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      const seconds = (performance.now() - started) / 1000;
      if (!stdout.includes(`${requests.length} passed, 0 failed`))
        throw new Error(`the expectations do not pass: ${stdout.slice(0, 2000)}`);
      return { target, ingresses, expectations: requests.length, seconds };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
