import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readManifestFiles } from "../../../../sdk/specs";
import { readBounded } from "../../../../sdk/specs/read-file";
import { k8sLb } from "../../../support/cli";

const SERVICE = JSON.stringify({ apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } });

/** Bytes that this process has read so far; only Linux counts them. */
const bytesRead = (): number =>
  process.platform === "linux" ? Number(/^rchar: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1] ?? 0) : 0;

/** Windows has neither. */
describe.runIf(process.platform !== "win32")("a file that is none", () => {
  let folder: string;
  const pipe = (name: string) => {
    const path = join(folder, name);
    execFileSync("sh", ["-c", `mkfifo ${path}`]);
    return path;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "k8s-lb-pipe-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("has an end when it is a device without one", () => {
    const { diagnostics } = readManifestFiles(["/dev/zero"]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "LB1008 /dev/zero cannot be read: it has more than 16 MB, or no end",
    ]);
  });

  test("is empty when the device is", () => {
    expect(readManifestFiles(["/dev/null"])).toEqual({ objects: [], diagnostics: [] });
  });

  test("is given up when nobody writes into it", () => {
    expect(() => readBounded(pipe("silent"), { patienceMs: 200 })).toThrow("no data arrived on this pipe for 0.2 s");
  });

  test("is given up when its writer falls silent", async () => {
    const path = pipe("half");
    const writer = spawn("sh", ["-c", `exec > ${path}; printf 'kind: Ser'; sleep 30`], { stdio: "ignore" });
    try {
      expect(() => readBounded(path, { patienceMs: 500 })).toThrow("no data arrived");
    } finally {
      writer.kill();
    }
  });

  test("is read to its end when somebody writes slowly, as a shell does it for <(helm template ...)", async () => {
    const path = pipe("slow");
    const writer = spawn("sh", [
      "-c",
      `sleep 0.3; exec > ${path}; printf '%s' '${SERVICE.slice(0, 20)}'; sleep 0.3; printf '%s' '${SERVICE.slice(20)}'`,
    ]);
    expect(readBounded(path, { patienceMs: 20_000 }).toString()).toBe(SERVICE);
    await new Promise((done) => (writer.exitCode === null ? writer.once("exit", done) : done(undefined)));
  });

  test("of more bytes than any manifests have is refused at once", () => {
    const path = join(folder, "large.yaml");
    closeSync(openSync(path, "w"));
    truncateSync(path, 513 * 1024 * 1024);
    const before = bytesRead();
    const { diagnostics } = readManifestFiles([path]);
    expect(diagnostics[0]?.message).toContain("it has more than 512 MB, or no end");
    expect(bytesRead() - before).toBeLessThan(64 * 1024 * 1024);
    rmSync(path);
  });

  test("is said by the commands, and a pipe is read once", async () => {
    const { code, stdout, stderr } = await k8sLb(["validate", "-f", "/dev/zero"]);
    expect([code, stdout + stderr]).toEqual([2, expect.stringContaining("LB1008")]);
    const file = join(folder, "web.yaml");
    writeFileSync(file, SERVICE.replace('"port":80', '"port":"x"'));
    const path = pipe("once");
    const writer = spawn("sh", ["-c", `cat ${file} > ${path}`]);
    const validated = await k8sLb(["validate", "-f", path]);
    expect(validated.stdout).toContain("LB1003");
    expect(writer.exitCode).toBe(0);
  });
});
