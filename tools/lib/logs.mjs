// Logs of a run that failed: its servers take their folders with them.
import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Copies the `*.log` of a folder to where they stay; returns that place. */
export function keepLogs(folder) {
  const kept = mkdtempSync(join(tmpdir(), "k8s-lb-logs-"));
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".log"))) cpSync(join(folder, name), join(kept, name));
  return kept;
}
