#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { translateCommand } from "./translate";

const EXIT_USAGE = 2;
const EXIT_BACKEND = 3;

async function main(): Promise<void> {
  const program = new Command("k8s-lb")
    .description("Load balancing of Kubernetes specs outside the cluster: translate, inspect, try out")
    .exitOverride()
    .configureHelp({ sortSubcommands: true });
  program.addCommand(translateCommand());
  for (const command of program.commands) command.exitOverride();
  await program.parseAsync();
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
    return;
  }
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT_BACKEND;
});
