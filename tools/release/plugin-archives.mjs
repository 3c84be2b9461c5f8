// Archives of the native plugin as Pulumi downloads them: `pulumi-resource-k8s-lb-v1.2.3-linux-amd64.tar.gz` and so on. The code is the same for
// each platform and runs on the Node of the machine; only what starts it differs.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot, readJson } from "../lib/files.mjs";
import { run, Stop } from "../lib/process.mjs";
import { bundlePlugin } from "./plugin-bundle.mjs";

const SYSTEMS = ["linux", "darwin", "windows"];
const PROCESSORS = ["amd64", "arm64"];
const PROGRAM = "pulumi-resource-k8s-lb";

/** The platforms that a release has an archive for, as Pulumi names them. */
export const PLATFORMS = SYSTEMS.flatMap((system) => PROCESSORS.map((processor) => `${system}-${processor}`));

/** This machine, as Pulumi names it. */
export const platformHere = () =>
  `${process.platform === "win32" ? "windows" : process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** Name of an archive. */
export const archiveName = (platform, { version } = readJson(inRoot("package.json"))) => `${PROGRAM}-v${version}-${platform}.tar.gz`;

/** Writes the archives of these platforms into a folder; returns their paths. */
export async function writeArchives(out, platforms = PLATFORMS) {
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "k8s-lb-plugin-"));
  try {
    await bundlePlugin(join(work, "bundle"));
    const made = [];
    for (const platform of platforms) {
      const folder = join(work, platform);
      cpSync(join(work, "bundle"), folder, { recursive: true });
      writeStarter(folder, platform);
      made.push(await archive(folder, join(out, archiveName(platform))));
    }
    return made;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The executable that the engine looks for. On Windows it takes a batch file too. */
function writeStarter(folder, platform) {
  const main = "dist/plugin/main.js";
  if (platform.startsWith("windows")) {
    const missing = "The plugin of pulumi-k8s-lb needs Node.js 20.19 or later, and there is no node on the PATH of Pulumi.";
    const lines = ["@echo off", `where node >nul 2>nul || (echo ${missing} 1>&2 & exit /b 1)`, `node "%~dp0${main}" %*`];
    return writeFileSync(join(folder, `${PROGRAM}.cmd`), `${lines.join("\r\n")}\r\n`);
  }
  const starter = readFileSync(inRoot("plugin", PROGRAM), "utf8").replace("/main.js", `/${main}`);
  writeFileSync(join(folder, PROGRAM), starter);
  chmodSync(join(folder, PROGRAM), 0o755);
}

async function archive(folder, file) {
  const { code, output } = await run("tar", ["-czf", file, "-C", folder, "."], { timeout: 60_000 });
  if (code !== 0) throw new Stop(`tar cannot write ${file}:\n${output}`);
  return file;
}
