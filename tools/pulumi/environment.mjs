// The environment in which `pulumi` works on this checkout without an account, a login or any step by hand.
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findIn, inRoot, pathFolders, root } from "../lib/files.mjs";
import { run, Stop, say, step } from "../lib/process.mjs";

/** Protects nothing: the secrets of the local stack are those of the sandbox. */
const passphrase = "k8s-lb";

/** PATH with the CLI first; behind everything else what a CLI without these companions needs. */
function searchPath(command) {
  const folders = [dirname(command), ...pathFolders()];
  if (!findIn(folders, "pulumi-language-nodejs")) folders.push(inRoot("tools/pulumi"));
  if (!findIn(folders, "pulumi-resource-pulumi-nodejs")) folders.push(inRoot("node_modules/@pulumi/pulumi"));
  // the native plugin of this checkout
  folders.push(inRoot("dist/plugin"));
  return [...new Set(folders)].join(delimiter);
}

/** Variables for a child that runs `pulumi`. What the user has set wins. */
export function pulumiVariables(cli, user = process.env) {
  const variables = {
    PULUMI_BACKEND_URL: pathToFileURL(inRoot(".state")).href,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  if (!user.PULUMI_CONFIG_PASSPHRASE_FILE) variables.PULUMI_CONFIG_PASSPHRASE = passphrase;
  // A CLI of the user's keeps its own home with its plugins; ours leaves no trace outside this folder.
  if (cli.own) variables.PULUMI_HOME = inRoot(".pulumi-home");
  for (const name of Object.keys(variables)) if (user[name] !== undefined) variables[name] = user[name];
  return { ...variables, PATH: searchPath(cli.command) };
}

// The Pulumi stack that commands work on.

/** The file backend wants its folder. */
export function makeStateFolder({ env }) {
  const url = env.PULUMI_BACKEND_URL;
  if (url.startsWith("file://") && !url.startsWith("file://~")) mkdirSync(fileURLToPath(url), { recursive: true });
}

/** Makes sure that the file backend's folder exists and a stack is selected: `wanted`, else what the user chose, else `dev`. */
export async function ensureStack(cli, { cwd, env }, stackName) {
  makeStateFolder({ env });
  const pulumi = (...args) => run(cli.command, [...args, "--non-interactive"], { cwd, env, timeout: 60_000 });
  if (!stackName && (await pulumi("stack", "--show-name")).code === 0) return;
  const name = stackName ?? "dev";
  const { code, output } = await pulumi("stack", "select", name, "--create");
  if (code !== 0) throw new Stop(`\`pulumi stack select ${name} --create\` failed:\n${output.trimEnd()}`);
  if (/created stack/i.test(output)) say(`Created the stack \`${name}\`.`);
}

// The sandbox in the background: stand-ins for the load balancers, on loopback.

/** Starts it, or finds it running. Returns its addresses and, as `env`, the variables that point a program at it. */
export async function ensureSandbox({ quiet = false } = {}) {
  const cli = inRoot("dist/sdk/cli/main.js");
  if (!existsSync(cli)) throw new Stop("dist/sdk/cli/main.js is missing; run `npm run build`");
  const start = async () => {
    const { code, stdout, output } = await run(process.execPath, [cli, "sandbox", "start", "--free-ports"], { cwd: root, timeout: 60_000 });
    const line = stdout.trim().split("\n").at(-1) ?? "";
    if (code !== 0 || !line.startsWith("{")) throw new Stop(`the sandbox did not start:\n${output.trimEnd()}`);
    return JSON.parse(line);
  };
  return quiet ? start() : step("Starting the sandbox on loopback", "a second or two", start);
}

// Server that a program talks to: a real load balancer if the user named one, else the sandbox.

/** Per target: its variables, those that name a real one, and the keys of the stack configuration that do. */
const targets = [
  { prefix: "AVI_", variables: ["AVI_CONTROLLER"], keys: ["avi:controller"] },
  { prefix: "OS_", variables: ["OS_CLOUD", "OS_AUTH_URL", "OS_ENDPOINT"], keys: ["openstack:cloud", "openstack:authUrl"] },
  { prefix: "KUBECONFIG", variables: ["KUBECONFIG"], keys: ["kubernetes:kubeconfig", "kubernetes:context"] },
];

async function configured(cli, { cwd, env }, keys) {
  const { code, stdout } = await run(cli.command, ["config", "--json", "--non-interactive"], { cwd, env, timeout: 60_000 });
  return code === 0 && keys.some((key) => Object.hasOwn(JSON.parse(stdout || "{}"), key));
}

/** Variables that point at the sandbox, for each target of which neither environment nor stack configuration names a real one. */
export async function sandboxVariables(cli, at) {
  const open = [];
  for (const target of targets) {
    if (!target.variables.some((name) => process.env[name]) && !(await configured(cli, at, target.keys))) open.push(target.prefix);
  }
  if (open.length === 0) return {};
  const { env } = await ensureSandbox({ quiet: true });
  return Object.fromEntries(Object.entries(env).filter(([name]) => open.some((prefix) => name.startsWith(prefix))));
}

/** An environment without a word about load balancers. */
export function withoutTargets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !targets.some(({ prefix }) => name.startsWith(prefix))));
}
