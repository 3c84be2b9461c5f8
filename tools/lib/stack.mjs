// The Pulumi stack that commands work on.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { say } from "./progress.mjs";
import { run } from "./run.mjs";
import { Stop } from "./stop.mjs";

/** The file backend wants its folder. */
export function makeStateFolder({ env }) {
  const url = env.PULUMI_BACKEND_URL;
  if (url.startsWith("file://") && !url.startsWith("file://~")) mkdirSync(fileURLToPath(url), { recursive: true });
}

/** Makes sure that the file backend's folder exists and a stack is selected: `wanted`, else what the user chose, else `dev`. */
export async function ensureStack(cli, { cwd, env }, wanted) {
  makeStateFolder({ env });
  const pulumi = (...args) => run(cli.command, [...args, "--non-interactive"], { cwd, env, timeout: 60_000 });
  if (!wanted && (await pulumi("stack", "--show-name")).code === 0) return;
  const name = wanted ?? "dev";
  const { code, output } = await pulumi("stack", "select", name, "--create");
  if (code !== 0) throw new Stop(`\`pulumi stack select ${name} --create\` failed:\n${output.trimEnd()}`);
  if (/created stack/i.test(output)) say(`Created the stack \`${name}\`.`);
}
