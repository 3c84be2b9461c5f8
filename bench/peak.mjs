// Measures the peak memory of `k8s-lb translate`, in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { inRoot } from "../tools/lib/files.mjs";
import { manifests } from "./pulumi.mjs";

const REPORT = `process.on("exit", () => process.stderr.write("maxRSS " + process.resourceUsage().maxRSS + "\\n"));\n`;

/** Peak in MB for each format of the output. */
export function benchPeak(ingresses) {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  try {
    const [all, report] = [join(folder, "all.yaml"), join(folder, "report.cjs")];
    writeFileSync(
      all,
      manifests(ingresses)
        .map((one) => stringify(one))
        .join("---\n"),
    );
    writeFileSync(report, REPORT);
    return ["json", "table"].map((output) => {
      const args = ["--require", report, inRoot("dist/sdk/cli/main.js"), "translate", "-f", all, "--to", "avi", "--cluster", "bench"];
      const { status, stderr } = spawnSync(process.execPath, [...args, "-o", output], {
        stdio: ["ignore", "ignore", "pipe"],
        encoding: "utf8",
      });
      const [, kilobytes] = /^maxRSS (\d+)$/m.exec(stderr) ?? [];
      if (status !== 0 || !kilobytes) throw new Error(`translate ends with ${status}: ${stderr.slice(0, 2000)}`);
      return { ingresses, output, megabytes: Number(kilobytes) / 1024 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
