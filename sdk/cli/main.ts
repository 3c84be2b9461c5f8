#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { graphCommand } from "./graph";
import { orphansCommand } from "./orphans";
import { rbacCommand } from "./rbac";
import { sandboxCommand } from "./sandbox";
import { translateCommand } from "./translate";

const EXIT_USAGE = 2;
const EXIT_BACKEND = 3;

async function main(): Promise<void> {
  const program = new Command("k8s-lb")
    .description("Load balancing of Kubernetes specs outside the cluster: translate, inspect, try out")
    .exitOverride()
    .configureHelp({ sortSubcommands: true });
  for (const command of [translateCommand(), graphCommand(), sandboxCommand(), orphansCommand(), rbacCommand()])
    program.addCommand(command);
  overrideExit(program);
  await program.parseAsync();
}

/** A subcommand does not inherit the override: without it commander would exit with 1 on a wrong option. */
function overrideExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExit);
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
    return;
  }
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT_BACKEND;
});
