// The environment in which `pulumi` works on this checkout without an account, a login or any step by hand.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findIn, inRoot, pathFolders, readJson, root } from "../lib/files.mjs";
import { run, Stop, say, step } from "../lib/process.mjs";

/** Protects nothing: the secrets of the local stack are those of the sandbox. */
const passphrase = "k8s-lb";

/** Home of Pulumi that leaves no trace outside this folder. */
const ownHome = inRoot(".pulumi-home");

/** Home for a CLI of the user's: that of the user, and the native plugin of this checkout beside their plugins. */
const linkedHome = join(ownHome, "linked");

const isOurs = (home) => home === ownHome || home === linkedHome;

/** PATH with the CLI first; behind everything else what a CLI without these companions needs. */
function searchPath({ command, folders: hosts = [] }, home) {
  const folders = [dirname(command), ...pathFolders(), ...hosts];
  if (!findIn(folders, "pulumi-language-nodejs")) folders.push(inRoot("tools/pulumi"));
  if (!findIn(folders, "pulumi-resource-pulumi-nodejs")) folders.push(inRoot("node_modules/@pulumi/pulumi"));
  // the native plugin of this checkout, which a home of ours has
  if (!isOurs(home)) folders.push(inRoot("dist/plugin"));
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
  // A CLI of the user's keeps its plugins and logins.
  variables.PULUMI_HOME = cli.own ? ownHome : linkedHome;
  for (const name of Object.keys(variables)) if (user[name] !== undefined) variables[name] = user[name];
  return { ...variables, PATH: searchPath(cli, variables.PULUMI_HOME) };
}

// The Pulumi stack that commands work on.

const NEVER_KEPT = new Date("2100-01-01");

/** Links all that the user's home has into ours. What is gone there goes here. */
function linkHome() {
  const home = join(homedir(), ".pulumi");
  const link = (from, into, isOther) => {
    mkdirSync(into, { recursive: true });
    for (const name of readdirSync(into)) if (!existsSync(join(into, name))) rmSync(join(into, name), { force: true });
    const names = existsSync(from) ? readdirSync(from).filter(isOther) : [];
    for (const name of names) if (!existsSync(join(into, name))) symlinkSync(join(from, name), join(into, name));
  };
  link(home, linkedHome, (name) => name !== "plugins");
  link(join(home, "plugins"), join(linkedHome, "plugins"), (name) => !name.startsWith("resource-k8s-lb-v"));
}

/** Places the native plugin of this checkout in a home of ours: on the PATH the engine takes it with a warning, four times a run. */
function placePlugin(home) {
  const { version } = readJson(inRoot("package.json"));
  const folder = join(home, "plugins", `resource-k8s-lb-v${version}`);
  const program = join(folder, "pulumi-resource-k8s-lb");
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  // also one of another release: a program that names none would get the newest
  for (const name of readdirSync(join(home, "plugins")))
    if (name.startsWith("resource-k8s-lb-v") && !folder.endsWith(name))
      rmSync(join(home, "plugins", name), { recursive: true, force: true });
  symlinkSync(inRoot("dist/plugin/pulumi-resource-k8s-lb"), `${program}.${process.pid}`);
  renameSync(`${program}.${process.pid}`, program); // over a link into a folder that is gone
  // the engine keeps the schema of a plugin until its folder is newer, and here each build may have another
  utimesSync(folder, NEVER_KEPT, NEVER_KEPT);
}

/** Makes what Pulumi needs before a run: the folder of the file backend, and a home of ours with the plugin. */
export function makeFolders({ env }) {
  if (env.PULUMI_HOME === linkedHome) linkHome();
  if (isOurs(env.PULUMI_HOME)) placePlugin(env.PULUMI_HOME);
  const url = env.PULUMI_BACKEND_URL;
  if (url.startsWith("file://") && !url.startsWith("file://~")) mkdirSync(fileURLToPath(url), { recursive: true });
}

/** Makes sure that the file backend's folder exists and a stack is selected: `wanted`, else what the user chose, else `dev`. */
export async function ensureStack(cli, { cwd, env }, stackName) {
  makeFolders({ env });
  const pulumi = (...args) => run(cli.command, [...args, "--non-interactive"], { cwd, env, timeout: 60_000 });
  if (!stackName && (await pulumi("stack", "--show-name")).code === 0) return;
  const name = stackName ?? "dev";
  const { code, output } = await pulumi("stack", "select", name, "--create");
  if (code !== 0) throw new Stop(`\`pulumi stack select ${name} --create\` failed:\n${output.trimEnd()}`);
  if (/created stack/i.test(output)) say(`Created the stack \`${name}\`.`);
}

// The sandbox in the background: stand-ins for the load balancers, on loopback.

/**
 * Starts it, or finds it running; where its ports are taken, from the next free ones on. Returns its addresses and, as `env`, the variables
 * that point a program at it.
 */
export async function ensureSandbox({ quiet = false, portBase } = {}) {
  const cli = inRoot("dist/sdk/cli/main.js");
  if (!existsSync(cli)) throw new Stop("dist/sdk/cli/main.js is missing; run `npm run build`");
  const begin = (...ports) => run(process.execPath, [cli, "sandbox", "start", ...ports], { cwd: root, timeout: 60_000 });
  const start = async () => {
    let { code, stdout, output } = await (portBase === undefined ? begin("--free-ports") : begin("--port-base", portBase));
    // one that keeps objects moves only here, where programs learn its addresses anew with each run
    const free = code === 0 ? undefined : /LB5002[\s\S]*`--port-base (\d+)`/.exec(output)?.[1];
    if (free) {
      say(`The ports of the sandbox are taken: it listens from port ${free} on.`);
      ({ code, stdout, output } = await begin("--port-base", free));
    }
    const running = code === 0 ? undefined : /LB5004: (.*)/.exec(output)?.[1];
    if (running) {
      say(`--port-base ${portBase} is not used: ${running}.`);
      ({ code, stdout, output } = await begin());
    }
    const line = stdout.trim().split("\n").at(-1) ?? "";
    if (code !== 0 || !line.startsWith("{")) throw new Stop(`the sandbox did not start:\n${output.trimEnd()}`);
    return JSON.parse(line);
  };
  return quiet ? start() : step("Starting the sandbox on loopback", "a second or two", start);
}

// Server that a program talks to: a real load balancer if the user named one, else the sandbox.

/** Keys that name a cluster: `kubernetes:context`, `k8s-lb:mizar.context`. */
const withCluster = (name) => ["kubeconfig", "context"].map((field) => name + (name.includes(":") ? "." : ":") + field);

/** Per target: its variables, those that name a real one, and the keys of the stack configuration that do. */
const targets = [
  { prefix: "AVI_", variables: ["AVI_CONTROLLER"], keys: ["avi:controller", "k8s-lb:avi.controller"] },
  {
    prefix: "OS_",
    variables: ["OS_CLOUD", "OS_AUTH_URL", "OS_ENDPOINT"],
    keys: ["openstack:cloud", "openstack:authUrl", "k8s-lb:octavia.cloud", "k8s-lb:octavia.authUrl"],
  },
  {
    prefix: "KUBECONFIG",
    variables: ["KUBECONFIG"],
    keys: ["kubernetes", "k8s-lb:kubernetes", "k8s-lb:mizar"].flatMap(withCluster),
  },
];

/** Is `avi:controller`, or `k8s-lb:avi.controller` of programs in other languages, in a configuration? An object with a secret hides its fields. */
export function hasKey(config, key) {
  const [name, field] = key.split(".");
  const entry = config[name];
  return entry !== undefined && (!field || !entry.objectValue || Object.hasOwn(entry.objectValue, field));
}

async function configured(cli, { cwd, env }, keys) {
  const { code, stdout } = await run(cli.command, ["config", "--json", "--non-interactive"], { cwd, env, timeout: 60_000 });
  return code === 0 && keys.some((key) => hasKey(JSON.parse(stdout || "{}"), key));
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
