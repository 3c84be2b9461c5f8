// npm start: from a fresh clone to a stack on the sandbox.
import { ensureBuilt } from "./lib/build.mjs";
import { pulumiVariables } from "./lib/environment.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { formatOutputs } from "./lib/outputs.mjs";
import { root } from "./lib/paths.mjs";
import { say, step } from "./lib/progress.mjs";
import { ensureCli } from "./lib/pulumi/index.mjs";
import { run, runHere } from "./lib/run.mjs";
import { ensureSandbox } from "./lib/sandbox.mjs";
import { ensureStack } from "./lib/stack.mjs";
import { main, Stop } from "./lib/stop.mjs";

const next = `Try next:
  npm run pulumi -- preview --diff       after a change in examples/quickstart: what would it do?
  npm run pulumi -- up                   do it
  npm run pulumi -- refresh              after a change by hand on the load balancer: what is different?
  npm run pulumi -- stack output         the addresses again
  npm run k8s-lb -- sandbox status       where the sandbox listens, to look at it with curl or a browser
  npm run pulumi -- destroy              remove everything; \`npm run k8s-lb -- sandbox stop\` ends the sandbox
To use \`pulumi\` itself in this terminal:  eval "$(npm run -s tools -- env)"`;

const locked = "If an earlier run was killed, the stack is still locked; `npm run pulumi -- cancel` removes the lock.";

/** On a terminal Pulumi draws its own live table; elsewhere one line per finished resource is enough. */
async function up(cli, at, stack) {
  const args = ["up", "--yes", "--skip-preview", "--suppress-outputs"];
  if (process.stdout.isTTY && !process.env.CI) {
    say(`Running \`pulumi up\` on the stack \`${stack}\` (10 to 30 seconds)`);
    if ((await runHere(cli.command, args, at)) !== 0) throw new Stop(`\`pulumi up\` failed, see above.\n${locked}`);
    return;
  }
  await step(`Running \`pulumi up\` on the stack \`${stack}\``, "10 to 30 seconds", async () => {
    const onLine = (line) => / (creating|updating|deleting|running)( |$)/.test(line) || say(`  ${line}`);
    const plain = [...args, "--non-interactive", "--color", "never", "--suppress-progress"];
    const { code, timedOut } = await run(cli.command, plain, { ...at, timeout: 10 * 60_000, onLine });
    if (timedOut) throw new Stop("`pulumi up` did not end within 10 minutes");
    if (code !== 0) throw new Stop(`\`pulumi up\` failed, see above.\n${locked}`);
  });
}

async function outputs(cli, at) {
  const { stdout } = await run(cli.command, ["stack", "output", "--json"], at);
  return stdout.trim() || "{}";
}

/** Did the last update of the stack change anything? */
async function changedSomething(cli, at) {
  const { stdout } = await run(cli.command, ["stack", "history", "--json", "--page-size", "1"], at);
  const changes = JSON.parse(stdout || "[]")[0]?.resourceChanges ?? {};
  return Object.keys(changes).some((kind) => kind !== "same");
}

await main(async () => {
  if (process.env.AVI_CONTROLLER) say("AVI_CONTROLLER is set; the quickstart uses the sandbox all the same.");
  await ensureInstalled();
  await ensureBuilt();
  const cli = await ensureCli();
  const sandbox = await ensureSandbox();
  const { PULUMI_STACK: stack = "dev", ...user } = process.env;
  const at = { cwd: root, env: { ...user, ...sandbox.env, ...pulumiVariables(cli) } };
  await ensureStack(cli, at, stack);
  const before = await outputs(cli, at);
  await up(cli, at, stack);
  const after = await outputs(cli, at);
  say();
  if (before === after && !(await changedSomething(cli, at)))
    process.stdout.write("Nothing changed: everything already is as the program says.\n");
  process.stdout.write(`${formatOutputs(JSON.parse(after))}\n${next}\n`);
});
