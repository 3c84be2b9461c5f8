// npm start [-- EXAMPLE] [--real] [--port-base N]: from a fresh clone to a stack on the sandbox, or on real servers.
import { relative } from "node:path";
import { startKubeServer, startMizarServer } from "./kube-server/index.mjs";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { configure, examples } from "./lib/examples.mjs";
import { inRoot, keepLogs } from "./lib/files.mjs";
import { finishedRows, formatOutputs } from "./lib/outputs.mjs";
import { main, run, runHere, Stop, say, step } from "./lib/process.mjs";
import { startOctaviaServer } from "./octavia-server/index.mjs";
import { ensureCli } from "./pulumi/cli.mjs";
import { ensureSandbox, ensureStack, makeFolders, pulumiVariables, withoutTargets } from "./pulumi/environment.mjs";
import { runtimeOf, withHost } from "./pulumi/hosts.mjs";

const next = (folder) => {
  const isQuickstart = folder === inRoot();
  const at = isQuickstart ? "" : ` -C ${relative(inRoot(), folder)}`;
  const example = "http://shop.avi.internal/cart -f examples/quickstart/manifests --to avi --cluster quickstart";
  return `Try next:
  npm run pulumi --${at} preview --diff       after a change in the example: what would it do?
  npm run pulumi --${at} up                   do it
  npm run pulumi --${at} refresh              after a change by hand on the load balancer: what is different?
  npm run pulumi --${at} stack output         the addresses again
  npm run k8s-lb -- sandbox status       where the sandbox listens, to look at it with curl or a browser
  npm run pulumi --${at} destroy              remove everything; \`npm run k8s-lb -- sandbox stop\` ends the sandbox
${isQuickstart ? `Where does a request go, and why?  npm run -s k8s-lb -- request ${example}\n` : ""}To use \`pulumi\` and \`k8s-lb\` themselves in this terminal:  eval "$(npm run -s tools -- env)"`;
};

const afterFailure = `If an earlier run was killed, the stack is still locked; \`npm run pulumi -- cancel\` removes the lock.
If the sandbox still holds what another clone made (LB2053, LB2054), empty it and start anew: \`npm run k8s-lb -- sandbox reset\`, then \`npm start\`.`;

/** On a terminal Pulumi draws its own live table; elsewhere one line per finished resource is enough. */
async function up(cli, at, stack) {
  const args = ["up", "--yes", "--skip-preview", "--suppress-outputs"];
  if (process.stdout.isTTY && !process.env.CI) {
    say(`Running \`pulumi up\` on the stack \`${stack}\` (10 to 30 seconds)`);
    if ((await runHere(cli.command, args, at)) !== 0) throw new Stop(`\`pulumi up\` failed, see above.\n${afterFailure}`);
    return;
  }
  await step(`Running \`pulumi up\` on the stack \`${stack}\``, "10 to 30 seconds", async () => {
    const rowsOf = finishedRows();
    const onLine = (line) => {
      for (const row of rowsOf(line)) say(`  ${row}`);
    };
    const plain = [...args, "--non-interactive", "--color", "never", "--suppress-progress"];
    const { code, timedOut } = await run(cli.command, plain, { ...at, timeout: 10 * 60_000, onLine });
    if (timedOut) throw new Stop("`pulumi up` did not end within 10 minutes");
    if (code !== 0) throw new Stop(`\`pulumi up\` failed, see above.\n${afterFailure}`);
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

/** Servers that `--real` starts, by target. */
const servers = {
  octavia: {
    what: "the real Octavia with Keystone, Barbican and Neutron",
    time: "half a minute; the first time up to 3 minutes",
    start: () => startOctaviaServer({ auth: "keystone", barbican: true, neutron: true }),
  },
  mizar: {
    what: "a real kube-apiserver, and the stand-in for Mizar's operator on it",
    time: "5 seconds; the first time up to 10 minutes",
    start: () => startMizarServer(),
  },
  cluster: {
    what: "a real kube-apiserver, and the sandbox for Avi",
    time: "5 seconds; the first time up to 10 minutes",
    async start() {
      const { env } = await ensureSandbox({ quiet: true });
      const { kubeconfig, dir, stop } = await startKubeServer();
      return { env: { ...env, KUBECONFIG: kubeconfig }, keepLogs: () => keepLogs(dir), stop };
    },
  },
};

/** Backend of the example: the sandbox, or real servers that end with this command. */
async function backendOf({ target }, real, portBase) {
  if (!real) return ensureSandbox({ portBase });
  const server = servers[target];
  if (!server)
    throw new Stop("--real is for the examples of Octavia, Mizar and live clusters: Avi controllers are not to be had from a registry");
  return step(`Starting ${server.what}`, server.time, server.start);
}

/** Runs a command of Pulumi to its end. */
const pulumiIn =
  (cli, at) =>
  async (...args) => {
    const { code, output } = await run(cli.command, [...args, "--non-interactive"], { ...at, timeout: 10 * 60_000 });
    if (code !== 0) throw new Stop(`\`pulumi ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
  };

/** From configuration to outputs, on the stack that `at` is on. */
async function runExample(example, cli, at, { stack, env }) {
  await configure(pulumiIn(cli, at), example, env);
  const before = await outputs(cli, at);
  await up(cli, at, stack);
  const after = await outputs(cli, at);
  say();
  if (before === after && !(await changedSomething(cli, at)))
    process.stdout.write("Nothing changed: everything already is as the program says.\n");
  process.stdout.write(`${formatOutputs(JSON.parse(after))}\n`);
}

/** On real servers that end with this command, and with them a stack of their own, which is never the selected one. */
async function runOnRealServers(example, cli, at, backend) {
  const stack = "real";
  const real = { ...at, env: { ...at.env, PULUMI_STACK: stack } };
  const forget = async () => {
    // what is in it after a run that failed or was killed is gone with its servers
    for (const args of [
      ["cancel", stack, "--yes"],
      ["stack", "rm", stack, "--yes", "--force"],
    ])
      await run(cli.command, [...args, "--non-interactive"], { ...real, timeout: 60_000 });
  };
  const pulumi = pulumiIn(cli, real);
  makeFolders(real);
  await forget();
  try {
    await pulumi("stack", "init", stack, "--no-select");
    await runExample(example, cli, real, { stack, env: backend.env });
    await step("Removing everything again with `pulumi destroy`", "10 seconds", () => pulumi("destroy", "--yes", "--skip-preview"));
  } catch (error) {
    say(`The logs of the servers are in ${backend.keepLogs()}`);
    throw error;
  } finally {
    await forget();
    await backend.stop();
  }
}

/** The watch in front, until Ctrl-C. */
async function watch(at) {
  say(`
The watch runs in front now; Ctrl-C ends it. In a second terminal move a Pod, and see its pool follow here at once:
  npm run -s k8s-lb -- sandbox apply -f examples/live-cluster/moved-pod.yaml
Add a host, and see it wait for a \`pulumi up\`:
  npm run -s k8s-lb -- sandbox apply -f examples/live-cluster/new-host.yaml
  npm run -s k8s-lb -- watch status
Let it in:
  npm run -s pulumi -- -C examples/live-cluster up
`);
  const code = await runHere(process.execPath, [inRoot("dist/sdk/cli/main.js"), "watch", "--settle", "10s"], at);
  if (code !== 0) throw new Stop("`k8s-lb watch` failed, see above.");
}

const usage = "usage: npm start [-- EXAMPLE] [--real] [--port-base N]";

/** `--port-base N` and `--port-base=N` are the first port of the sandbox. */
function optionsIn(args) {
  const [, portBase] = /(?:^| )--port-base[ =](\d+)(?= |$)/.exec(args.join(" ")) ?? [];
  const names = args.filter((arg, at) => !/^--(real|port-base(=\d+)?)$/.test(arg) && args[at - 1] !== "--port-base");
  if (portBase === undefined && args.some((arg) => arg.startsWith("--port-base")))
    throw new Stop(`${usage}\n--port-base needs a number, such as 19540`);
  return { real: args.includes("--real"), portBase, names };
}

await main(async (args) => {
  const { real, portBase, names } = optionsIn(args);
  const [name = "quickstart", more] = names;
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (!example || more) throw new Stop(`${usage}\nexamples: ${Object.keys(examples).join(", ")}`);
  await ensureInstalled();
  await ensureBuilt();
  const cli = await withHost(await ensureCli(), runtimeOf(example.folder));
  const backend = await backendOf(example, real, portBase);
  const { PULUMI_STACK: stack = "dev", ...user } = withoutTargets(process.env);
  const at = { cwd: example.folder, env: { ...user, ...backend.env, ...pulumiVariables(cli) } };
  if (real && example.watched) throw new Stop("the watch runs on the sandbox: npm start -- watch");
  if (real) return runOnRealServers(example, cli, at, backend);
  await ensureStack(cli, at, stack);
  await runExample(example, cli, at, { stack, env: backend.env });
  if (example.watched) return watch(at);
  process.stdout.write(`${next(example.folder)}\n`);
});
