// npm run pulumi -- ARGS: the Pulumi CLI in the environment of this checkout.
import { ensureBuilt } from "./lib/build.mjs";
import { pulumiVariables, userFolder } from "./lib/environment.mjs";
import { ensureCli } from "./lib/pulumi/index.mjs";
import { runHere } from "./lib/run.mjs";
import { ensureSandbox } from "./lib/sandbox.mjs";
import { ensureStack, namesController } from "./lib/stack.mjs";
import { main } from "./lib/stop.mjs";

/** Commands that run the program or talk to the load balancer; all others need neither dist/ nor a sandbox. */
const programVerbs = new Set(["up", "update", "preview", "pre", "refresh", "destroy", "down", "dn", "import", "watch"]);
/** Commands that work on a stack, so that one must be selected. */
const stackVerbs = new Set([...programVerbs, "config", "state", "stack", "cancel", "logs", "console"]);

await main(async (args) => {
  const cli = await ensureCli();
  const cwd = userFolder();
  const variables = pulumiVariables(cli);
  let env = { ...process.env, ...variables };
  const verb = args.find((arg) => !arg.startsWith("-"));
  const chosen =
    args.some((arg) => /^(-s|--stack|-C|--cwd)(=|$)/.test(arg)) || ["select", "init", "ls"].includes(args[args.indexOf(verb) + 1]);
  if (stackVerbs.has(verb) && !chosen) await ensureStack(cli, { cwd, env });
  if (programVerbs.has(verb)) {
    await ensureBuilt();
    const real = process.env.AVI_CONTROLLER || (await namesController(cli, { cwd, env }));
    if (!real) env = { ...(await ensureSandbox()).env, ...env };
  }
  return runHere(cli.command, args, { cwd, env });
});
