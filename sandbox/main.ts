// Entry point of the sandbox process in the background.
import { type SandboxOptions, startSandbox } from "./all";
import { announce, withdraw } from "./daemon";

/** The background process: serves until it receives a signal to end. Started by `startDaemon` with its options as JSON. */
async function main(): Promise<void> {
  const options: SandboxOptions = JSON.parse(process.argv[2] ?? "{}");
  const sandbox = await startSandbox(options);
  const end = () => {
    withdraw();
    sandbox.close().finally(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  announce(sandbox.addresses());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
