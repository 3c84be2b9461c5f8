// The resident process that runs the user's program again and again; `resident-program.ts` starts it. Each run is as
// `@pulumi/pulumi/cmd/run` does it in a new process. What lies in `node_modules` stays loaded; modules of the project are loaded for each
// run. A run that fails ends the process, with the exit code of `cmd/run`.

import "../plain-errors";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { withoutCompiler } from "../without-compiler";

/** A run: arguments of `cmd/run`, and variables besides those of this process. */
interface RunMessage {
  args: readonly string[];
  env: { readonly [name: string]: string };
}

/** State of the SDK that all of its copies share. */
interface GlobalStore {
  resourcePackages: unknown;
  resourceModules: unknown;
  stackResource: unknown;
  settings: { options: { monitorAddr?: string } };
}

/** Node emits `beforeExit` again after each piece of work that a listener begins; `cmd/run` needs three of them, the rest is the program's. */
const LAST_EXITS = 6;

const [folder = process.cwd()] = process.argv.slice(2);
const load = createRequire(join(folder, "program.js"));
const RUN = load.resolve("@pulumi/pulumi/cmd/run/index.js");
const SETTINGS = `${join("@pulumi", "pulumi", "runtime", "settings.js")}`;
withoutCompiler(load);
const state: { getGlobalStore(): GlobalStore } = load("@pulumi/pulumi/runtime/state");
load("@pulumi/pulumi");

const environment = { ...process.env };
let failed = false;

/** True for modules that stay: those of packages, this one's own in a checkout too. */
const stays = (() => {
  const packageFolder = folderOf("pulumi-k8s-lb");
  return (file: string) =>
    file !== RUN && (file.includes(`${sep}node_modules${sep}`) || (packageFolder !== undefined && file.startsWith(packageFolder)));
})();

function folderOf(name: string): string | undefined {
  try {
    return dirname(dirname(load.resolve(name))) + sep;
  } catch {
    return undefined;
  }
}

/** The process is as new: no module of the project, no variable, no listener of the run before. */
function begin({ env }: RunMessage): void {
  for (const file of Object.keys(load.cache)) if (!stays(file)) delete load.cache[file];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, env);
  process.exitCode = undefined;
}

/** The SDK as new, with the engine whose address `cmd/run` has written into the environment. */
function renewState(): void {
  const { resourcePackages, resourceModules } = state.getGlobalStore();
  Reflect.set(globalThis, "globalStore", undefined);
  // packages have registered themselves when they were loaded
  const { settings } = Object.assign(state.getGlobalStore(), { resourcePackages, resourceModules, stackResource: undefined });
  // a program that registers nothing would delete everything
  if (!settings.options.monitorAddr || settings.options.monitorAddr !== process.env.PULUMI_NODEJS_MONITOR) process.exit(1);
}

const listeners = (event: string | symbol) => process.rawListeners(event as never) as ((...args: unknown[]) => void)[];

/** Runs the program; resolves when nothing is left to do, which ends `cmd/run` in a process of its own. */
function run(message: RunMessage): Promise<void> {
  begin(message);
  const before = new Map(process.eventNames().map((event) => [event, new Set(listeners(event))]));
  return new Promise((done) => {
    let exits = 0;
    const exit = () => {
      // the process ends, and its exit code is the result
      if (failed || process.exitCode) return;
      if (++exits < LAST_EXITS) return void setImmediate(() => undefined);
      process.channel?.ref();
      for (const listener of listeners("exit")) if (!before.get("exit")?.has(listener)) listener.call(process, 0);
      for (const event of process.eventNames())
        for (const listener of listeners(event)) if (!before.get(event)?.has(listener)) process.off(event, listener);
      done();
    };
    process.on("beforeExit", exit);
    process.argv = [process.execPath, RUN, ...message.args];
    process.channel?.unref();
    load(RUN);
    renewState();
  });
}

/** Copies of the SDK besides that of the project keep the engine of the last run. */
const isAlone = () => Object.keys(load.cache).filter((file) => file.endsWith(SETTINGS)).length === 1;

for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, () => {
    failed = true;
  });
process.on("disconnect", () => process.exit());
process.on("message", (message: RunMessage) => {
  void run(message).then(() => {
    if (state.getGlobalStore().stackResource === undefined) process.exit(1);
    if (process.exitCode || !isAlone()) process.exit();
    process.send?.("done");
  });
});
process.send?.("ready");
