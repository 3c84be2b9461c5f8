import { Command, InvalidArgumentError, Option } from "commander";
import type { SandboxAddresses, SandboxOptions } from "../../sandbox";
import { DEFAULT_PORT_BASE, startDaemon, statusDaemon, stopDaemon } from "../../sandbox/daemon";
import { parseFault } from "../../sandbox/shared/fault-rule";
import { examples } from "./grammar";

interface Flags {
  portBase?: number;
  https?: boolean;
  latency?: number;
  fault?: string[];
  seed?: number;
  rateLimit?: number | "off";
  octaviaAuth?: "noauth" | "keystone";
  kubernetesMode?: "vanilla" | "arktos";
  state?: string;
  shell?: boolean;
}

/** `k8s-lb sandbox run|start|stop|status`: load balancers to try things on, on this machine only. */
export function sandboxCommand(): Command {
  const command = new Command("sandbox");
  command.addCommand(withOptions(new Command("run")).description("serve in the foreground until interrupted").action(run));
  command.addCommand(withOptions(new Command("start")).description("serve in the background, or find it running").action(start));
  command.addCommand(new Command("stop").description("end the one in the background; its objects are kept").action(stop));
  const status = new Command("status").description("is one running in the background, and where").action(showStatus);
  command.addCommand(status.option("--shell", "print export lines instead of JSON"));
  return command.addHelpText("after", examples("sandbox start", 'sandbox status --shell        # eval "$(k8s-lb sandbox status --shell)"'));
}

function withOptions(command: Command): Command {
  return command
    .option("--port-base <n>", `first port; fixed, so that a stack finds it again (default ${DEFAULT_PORT_BASE})`, wholeNumber)
    .addOption(new Option("--https", "serve https with a certificate of its own").default(true))
    .option("--no-https", "serve http")
    .option("--latency <ms>", "added to every answer", wholeNumber)
    .option("--fault <rule>", "METHOD:PATH:WHAT[xTIMES], e.g. POST:/api/pool:500x2; may be repeated", collect)
    .option("--seed <n>", "start of the random numbers behind uuids", wholeNumber)
    .option("--rate-limit <n|off>", "requests per second before they have to wait (default off)", rate)
    .addOption(new Option("--octavia-auth <how>", "how clients of Octavia log in (default keystone)").choices(["noauth", "keystone"]))
    .addOption(new Option("--kubernetes-mode <sort>", "arktos has tenants (default vanilla)").choices(["vanilla", "arktos"]))
    .option("--state <file>", "keep the objects in this file")
    .option("--shell", "print export lines instead of JSON");
}

async function run(flags: Flags): Promise<void> {
  // Loaded here: the other verbs only talk to the one in the background.
  const { startSandbox } = await import("../../sandbox/index.js");
  const sandbox = await startSandbox({ portBase: DEFAULT_PORT_BASE, ...optionsOf(flags) });
  print(sandbox.addresses(), flags.shell);
  process.stderr.write("Serving until interrupted (Ctrl+C).\n");
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await sandbox.close();
}

async function start(flags: Flags): Promise<void> {
  print(await startDaemon(optionsOf(flags)), flags.shell);
}

async function stop(): Promise<void> {
  const stopped = await stopDaemon();
  process.stdout.write(`${JSON.stringify({ running: false, stopped })}\n`);
}

function showStatus(flags: Flags): void {
  const status = statusDaemon();
  if (status.running && flags.shell) print(status, true);
  else process.stdout.write(`${JSON.stringify(status)}\n`);
}

/** Only what was asked for: defaults belong to the sandbox. Nobody tries things out against a limiter unless they say so. */
function optionsOf(flags: Flags): SandboxOptions {
  const options: SandboxOptions = { https: flags.https ?? true, rateLimit: flags.rateLimit ?? "off" };
  if (flags.portBase !== undefined) options.portBase = flags.portBase;
  if (flags.latency !== undefined) options.latencyMs = flags.latency;
  if (flags.fault) options.faults = flags.fault.map(parseFault);
  if (flags.seed !== undefined) options.seed = flags.seed;
  if (flags.octaviaAuth !== undefined) options.octaviaAuth = flags.octaviaAuth;
  if (flags.kubernetesMode !== undefined) options.kubernetesMode = flags.kubernetesMode;
  if (flags.state !== undefined) options.stateFile = flags.state;
  return options;
}

function print(addresses: SandboxAddresses, shell: boolean | undefined): void {
  const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(addresses.env).map(([name, value]) => `export ${name}=${quote(value)}`);
  process.stdout.write(`${shell ? lines.join("\n") : JSON.stringify(addresses)}\n`);
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("a whole number is needed");
  return Number(value);
}

function rate(value: string): number | "off" {
  return value === "off" ? "off" : wholeNumber(value);
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
