import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Case, campaign } from "../lib/campaign";
import { FLOODS, type Flood } from "./floods";

const CLI = join(__dirname, "../../../dist/sdk/cli/main.js");
/** At its end the process says what it has cost. */
const COST =
  'process.on("exit", () => require("fs").writeSync(2, ["cost", process.resourceUsage().maxRSS, process.uptime()].join(" ") + "\\n"))';

const cases: Case[] = FLOODS.map((flood) => ({
  name: flood.name,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "k8s-lb-flood-"));
    try {
      return { verdict: "bounded", words: await translate(flood, folder) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
}));

/** Runs `k8s-lb translate` on the text; gives what it cost. */
async function translate({ text, says, seconds, megabytes }: Flood, folder: string): Promise<string> {
  const [file, preload] = [join(folder, "flood.yaml"), join(folder, "cost.cjs")];
  writeFileSync(file, text());
  writeFileSync(preload, COST);
  const child = spawn(process.execPath, ["--require", preload, CLI, "translate", "-f", file, "--to", "avi"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let messages = "";
  child.stderr.on("data", (part) => (messages += part));
  const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1_000);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  const [, kilobytes = "0", took = "0"] = /^cost (\d+) ([\d.]+)$/m.exec(messages) ?? [];
  expect(signal, `ended within ${seconds} s; it said ${messages.slice(0, 500)}`).toBeNull();
  if (says) expect(messages).toMatch(says);
  else expect([code, messages.split("\n").filter((line) => line.startsWith("error"))]).toEqual([0, []]);
  expect(Number(kilobytes) / 1024).toBeLessThan(megabytes);
  return `${Number(took).toFixed(1)} s, ${Math.round(Number(kilobytes) / 1024)} MB`;
}

campaign("floods", cases, { sample: FLOODS.length, limitMs: 240_000 });
