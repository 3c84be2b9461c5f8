// npm run k8s-lb -- ARGS: the command of this checkout, built first. The build is a process of its own, so that signals reach the command alone.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => new URL(path, import.meta.url);
// stdout belongs to what the command prints
const { status } = spawnSync(process.execPath, [fileURLToPath(here("build.mjs")), "--quiet"], { stdio: ["ignore", 2, "inherit"] });
if (status === 0) {
  const command = here("../dist/sdk/cli/main.js");
  process.argv[1] = fileURLToPath(command);
  await import(command.href);
} else process.exitCode = status ?? 1;
