// What a program talks to: a real load balancer where the user named one, else the sandbox.
import { run } from "./run.mjs";
import { ensureSandbox } from "./sandbox.mjs";

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
