// Measures `k8s-lb diff --log`: a million lines on 1,000 Ingresses whose hosts all change.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../tools/lib/files.mjs";

const specs = (i, path) => `apiVersion: v1
kind: Service
metadata: { name: s${i} }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Service
metadata: { name: api${i} }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
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
          - { path: ${path}, pathType: Prefix, backend: { service: { name: api${i}, port: { number: 80 } } } }
`;

/** Part of the requests that are like no other before them. */
const DISTINCT = { "1 % distinct": 0.01, "50 % distinct": 0.5, "all distinct": 1 };

const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** A line of Envoy for the request with this number: one of ten is below /api. */
const line = (host, number) =>
  `[2026-11-27T10:00:00.000Z] "GET ${number % 10 ? "/shop" : "/api"}/items/${number}?session=${number} HTTP/1.1" 200 - 0 612 12 11 "10.0.35.28" "${AGENT}" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "h${host}.example.com" "10.0.2.1:8080"\n`;

async function writeLog(file, lines, distinct, hosts) {
  const out = createWriteStream(file);
  for (let at = 0; at < lines; at += 1000) {
    let text = "";
    for (let i = at; i < Math.min(lines, at + 1000); i++) {
      const number = i % distinct;
      text += line(number % hosts, number);
    }
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

/** Writes what a process has used when it ends. */
const METER = `process.on("exit", () => require("node:fs").writeFileSync(process.env.BENCH_METER, JSON.stringify(process.resourceUsage())));`;

/** Use of the command: seconds of the processor, so that a busy machine does not count, and MB of memory at most. */
function measured(folder, ...more) {
  const [meter, result] = [join(folder, "meter.cjs"), join(folder, "meter.json")];
  writeFileSync(meter, METER);
  const args = ["diff", "-f", "new.yaml", "--against", "old.yaml", "--to", "octavia", "-o", "json", ...more];
  const { stdout, stderr } = spawnSync(process.execPath, ["--require", meter, inRoot("dist/sdk/cli/main.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, BENCH_METER: result },
    maxBuffer: 2 ** 30,
  });
  if (!stdout) throw new Error(stderr);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(result, "utf8"));
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1000, traffic: JSON.parse(stdout).traffic };
}

/** Lines in a second of one core, beside what the command uses without a log. */
export async function benchTraffic(lines = 1_000_000, ingresses = 1000) {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  const all = Array.from({ length: ingresses }, (_, i) => i);
  writeFileSync(join(folder, "old.yaml"), all.map((i) => specs(i, "/api")).join("---\n"));
  writeFileSync(join(folder, "new.yaml"), all.map((i) => specs(i, "/api/v2")).join("---\n"));
  try {
    const without = measured(folder);
    const rows = [];
    for (const [name, part] of Object.entries(DISTINCT)) {
      const file = join(folder, "access.log");
      await writeLog(file, lines, Math.max(1, lines * part), ingresses);
      const { seconds, megabytes, traffic } = measured(folder, "--log", file, "--log-scheme", "http");
      if (traffic.requests !== lines || traffic.changed !== lines / 10) throw new Error(`the counts are wrong: ${traffic.changed} changed`);
      rows.push({
        name,
        lines,
        log: statSync(file).size / 1e6,
        perSecond: lines / (seconds - without.seconds),
        megabytes,
        without: without.megabytes,
      });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
