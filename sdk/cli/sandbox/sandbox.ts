// `k8s-lb sandbox run|start|stop|status|edit|apply|delete|log|reset`: load balancers to try things on, on this machine only.

import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { reasonOf } from "../../../resources/diagnostic";
import { printableText } from "../../../resources/printable";
import type * as daemon from "../../../sandbox/daemon";
import type { DaemonStatus, FaultRule, SandboxAddresses, SandboxOptions } from "../../../sandbox/index";
import { type Format, outputOption, UsageError } from "../grammar";
import { fileOption } from "../inputs";
import { arg, collect, type OptionsOf, opt } from "../option";
import { print as printData } from "../output";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { sandboxModule } from "./package";

/** For the help, which is there without the sandbox; the compiler knows whether it is the sandbox's. */
const DEFAULT_PORT_BASE: typeof daemon.DEFAULT_PORT_BASE = 19440;

/** Seven ports are taken, one of each back end and one of the page. */
const LAST_PORT_BASE = 65_529;

const RUN_OPTIONS = [
  opt("--port-base <n>", `first port; fixed, so that a stack finds it again (default ${DEFAULT_PORT_BASE})`).read(port),
  opt("--https", "serve https with a self-signed certificate").usually(true),
  opt("--no-https", "serve http"),
  opt("--latency <ms>", "delay of every answer").read(wholeNumber),
  opt("--fault <rule>", "METHOD:PATH:WHAT[xTIMES], e.g. POST:/api/pool:500x2; may be repeated").read(collect),
  opt("--seed <n>", "seed of the uuids").read(wholeNumber),
  opt("--rate-limit <n|off>", "requests per second; further ones must wait (default off)").read(rate),
  opt("--octavia-auth <how>", "how clients of Octavia log in (default keystone)").oneOf(["noauth", "keystone"]),
  opt("--kubernetes-mode <sort>", "arktos has tenants (default vanilla)").oneOf(["vanilla", "arktos"]),
  opt("--state <file>", "keep the objects in this file"),
  opt("--shell", "print export lines instead of JSON"),
];

type RunOptions = OptionsOf<typeof RUN_OPTIONS>;

/** A person at a terminal reads words, a script one line of JSON. */
const outputOptionForTty = () =>
  outputOption(["table", "json", "yaml"], "output format; json where stdout is no terminal", process.stdout.isTTY ? "table" : "json");

export const sandboxCommand = defineVerb({
  name: "sandbox",
  verbs: [
    defineVerb({ name: "run", description: "serve in the foreground until interrupted", options: RUN_OPTIONS, run }),
    defineVerb({
      name: "start",
      description: "serve in the background, unless one is already running",
      options: [...RUN_OPTIONS, opt("--free-ports", "take other ports if the usual ones are taken and no objects are kept")],
      run: async ({ freePorts, ...flags }) =>
        print(await sandboxModule("daemon").startDaemon({ freePorts, ...optionsOf(flags) }), flags.shell),
    }),
    () =>
      defineVerb({
        name: "stop",
        description: "stop the background sandbox; its objects are kept",
        options: [outputOptionForTty()],
        run: stop,
      })(),
    () =>
      defineVerb({
        name: "status",
        description: "show whether a sandbox runs in the background, and where",
        options: [outputOptionForTty(), opt("--shell", "print export lines instead")],
        run: showStatus,
      })(),
    defineVerb({
      name: "edit",
      description: "change fields of an object without Pulumi",
      args: [
        arg("<type>", "virtualservice, pool, loadbalancer, listener, member, vpc, ..."),
        arg("<name>"),
        arg("<field=value...>", "path with dots, an element of a list by its number; the value is YAML"),
      ],
      options: [opt("--on <backend>", "system, if two have this type").oneOf(["avi", "octavia", "kubernetes"])],
      examples: [
        "sandbox edit virtualservice prod--Shared-L7-0 enabled=false",
        "sandbox edit member default/web-0:8080 weight=0 --on octavia",
      ],
      async run({ on }, [type, name, assignments]) {
        const { editByHand } = await import("./edit.js");
        process.stdout.write(printableText(await editByHand(runningDaemon(), type, name, assignments, on)));
      },
    }),
    defineVerb({
      name: "apply",
      description: "create or update the objects of manifests in the sandbox cluster, without kubectl",
      options: [fileOption().needed()],
      examples: ["sandbox apply -f manifests", "sandbox apply -f - < endpoints.yaml"],
      async run({ file }) {
        const { applyToCluster } = await import("./apply.js");
        process.stdout.write(printableText(await applyToCluster(runningDaemon(), file)));
      },
    }),
    defineVerb({
      name: "delete",
      description: "delete the objects of manifests from the sandbox cluster",
      options: [fileOption().needed()],
      async run({ file }) {
        const { deleteFromCluster } = await import("./apply.js");
        process.stdout.write(printableText(await deleteFromCluster(runningDaemon(), file)));
      },
    }),
    defineVerb({
      name: "log",
      description: "list the received requests",
      options: [opt("--writes", "only requests that may change something"), outputOption(["table", "json", "yaml"])],
      async run({ writes }) {
        const { callsOf, isWrite, logTable } = await import("./calls.js");
        const received = await callsOf(runningDaemon());
        const calls = writes ? received.filter(isWrite) : received;
        return { document: { calls }, table: () => logTable(calls) };
      },
    }),
    defineVerb({ name: "reset", description: "remove all objects", run: reset }),
  ],
  examples: [
    "sandbox start",
    'sandbox status --shell        # eval "$(k8s-lb sandbox status --shell)"',
    "sandbox edit virtualservice prod--Shared-L7-0 enabled=false",
    "sandbox log --writes",
  ],
});

async function run(flags: RunOptions): Promise<void> {
  const sandbox = await sandboxModule("index").startSandbox({ portBase: DEFAULT_PORT_BASE, ...optionsOf(flags) });
  print(sandbox.addresses(), flags.shell);
  process.stderr.write("Serving until interrupted (Ctrl+C).\n");
  await new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  await sandbox.close();
}

async function stop({ output }: { output: Format }): Promise<void> {
  const stopped = await sandboxModule("daemon").stopDaemon();
  const words = stopped
    ? "The sandbox has stopped; its objects are kept for the next start.\n"
    : "No sandbox was running in the background.\n";
  show(output, { running: false, stopped }, () => words);
}

function showStatus({ shell, output }: { shell?: boolean; output: Format }): void {
  const status = sandboxModule("daemon").statusDaemon();
  if (status.running && shell) print(status, true);
  else show(output, status, () => statusTable(status));
}

function show(output: Format, data: object, words: () => string): void {
  if (output === "json") process.stdout.write(`${printableText(JSON.stringify(data))}\n`);
  else printData(output, data, words);
}

function statusTable(status: DaemonStatus): string {
  if (!status.running) return "No sandbox is running in the background. `k8s-lb sandbox start` starts one.\n";
  const { pid, avi, octavia, kubernetes, ui } = status;
  const { OS_USERNAME = "", OS_PASSWORD = "" } = status.env;
  const rows = [
    ["avi", avi.url, `user ${avi.username}, password ${avi.password}`],
    [
      "octavia",
      octavia.url,
      octavia.authUrl ? `Keystone ${octavia.authUrl}, user ${OS_USERNAME}, password ${OS_PASSWORD}` : "without login",
    ],
    ["kubernetes", kubernetes.url, `kubeconfig ${kubernetes.kubeconfig}`],
    ["page", ui.url, "open it in a browser"],
  ];
  const more = `Process ${pid}. To point this terminal at it: eval "$(k8s-lb sandbox status --shell)"`;
  return `${toTable(["BACK END", "ADDRESS", "LOGIN"], rows)}\n${more}\n`;
}

function runningDaemon(): SandboxAddresses {
  const status = sandboxModule("daemon").statusDaemon();
  if (status.running) return status;
  throw new UsageError("no sandbox is running in the background: `k8s-lb sandbox start` starts one");
}

/** One that is not running has its objects in files. */
async function reset(): Promise<void> {
  const status = sandboxModule("daemon").statusDaemon();
  if (status.running) await (await import("./calls.js")).resetSandbox(status);
  else sandboxModule("daemon").clearDaemon();
  process.stderr.write("The sandbox is empty. A stack with objects in it creates them again after `pulumi refresh` and `pulumi up`.\n");
}

/** Only what was asked for: defaults belong to the sandbox. The rate limiter is off unless a flag asks for it. */
function optionsOf(flags: RunOptions): SandboxOptions {
  const options: SandboxOptions = { https: flags.https ?? true, rateLimit: flags.rateLimit ?? "off" };
  if (flags.portBase !== undefined) options.portBase = flags.portBase;
  if (flags.latency !== undefined) options.latencyMs = flags.latency;
  if (flags.fault) options.faults = flags.fault.map(faultRule);
  if (flags.seed !== undefined) options.seed = flags.seed;
  if (flags.octaviaAuth !== undefined) options.octaviaAuth = flags.octaviaAuth;
  if (flags.kubernetesMode !== undefined) options.kubernetesMode = flags.kubernetesMode;
  if (flags.state !== undefined) options.stateFile = resolve(flags.state);
  return options;
}

function faultRule(rule: string): FaultRule {
  try {
    return sandboxModule("index").parseFault(rule);
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
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

/** The first of a handful. */
function port(value: string): number {
  const first = wholeNumber(value);
  if (first > LAST_PORT_BASE)
    throw new InvalidArgumentError(`a port from 1 to ${LAST_PORT_BASE} is needed: the sandbox takes those behind it, too`);
  return first;
}

function rate(value: string): number | "off" {
  return value === "off" ? "off" : wholeNumber(value);
}
