// npm run pulumi -- ARGS: the Pulumi CLI in the environment of this checkout.
import { resolve } from "node:path";
import { ensureBuilt } from "./lib/checkout.mjs";
import { root } from "./lib/files.mjs";
import { main, runHere } from "./lib/process.mjs";
import { ensureCli } from "./pulumi/cli.mjs";
import { ensureStack, pulumiVariables, sandboxVariables } from "./pulumi/environment.mjs";
import { runtimeOf, withHost } from "./pulumi/hosts.mjs";

/** Commands that run the program or talk to the load balancer; all others need neither dist/ nor a sandbox. */
const programVerbs = new Set(["up", "update", "preview", "pre", "refresh", "destroy", "down", "dn", "import", "watch"]);
/** Commands that work on a stack, so that one must be selected. */
const stackVerbs = new Set([...programVerbs, "config", "state", "stack", "cancel", "logs", "console"]);

/** `-C DIR` and `--cwd=DIR`: the project is elsewhere, e.g. in an example. */
function projectFolder(args) {
  const at = args.findIndex((arg) => arg === "-C" || arg === "--cwd");
  const folderOption = at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith("--cwd="))?.slice("--cwd=".length);
  return resolve(root, folderOption ?? ".");
}

const takesValue = new Set(["-C", "--cwd", "-s", "--stack"]);

await main(async (args) => {
  const [verb, noun] = args.filter((arg, index) => !arg.startsWith("-") && !takesValue.has(args[index - 1]));
  const folder = projectFolder(args);
  let cli = await ensureCli();
  if (programVerbs.has(verb)) cli = await withHost(cli, runtimeOf(folder));
  let env = { ...process.env, ...pulumiVariables(cli) };
  const at = { cwd: folder, env };
  const choosesStack = args.some((arg) => /^(-s|--stack)(=|$)/.test(arg)) || (verb === "stack" && ["select", "init", "ls"].includes(noun));
  if (stackVerbs.has(verb) && !choosesStack) await ensureStack(cli, at);
  if (programVerbs.has(verb)) {
    await ensureBuilt();
    env = { ...(await sandboxVariables(cli, at)), ...env };
  }
  return runHere(cli.command, args, { cwd: root, env });
});
