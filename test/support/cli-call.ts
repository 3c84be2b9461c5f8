// Calls of `k8s-lb` in the process of the test, where the tier is `pr`.
import { type CallOptions, type Ended, k8sLb } from "./cli";
import { byTier } from "./tier";

/**
 * The same call for tests of what a verb prints and how it ends. In the tier `pr` the sources run it in the process of the test, unless it has
 * an input: that saves the start of a process. In later tiers {@link k8sLb} does.
 */
export const k8sLbCall = (args: readonly string[], options: CallOptions = {}): Promise<Ended> =>
  options.input === undefined && byTier({ pr: true, nightly: false, release: false }) ? oneByOne(args, options) : k8sLb(args, options);

let last: Promise<unknown> = Promise.resolve();

/** Calls share the process: one begins when the one before has ended. */
function oneByOne(args: readonly string[], options: CallOptions): Promise<Ended> {
  const call = last.then(() => here(args, options));
  last = call.catch(() => {});
  return call;
}

async function here(args: readonly string[], { cwd = process.cwd(), env = {} }: CallOptions): Promise<Ended> {
  const { runCall } = await import("../../sdk/cli/program.js");
  const { stdout, stderr } = process;
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode, out: stdout.write, err: stderr.write };
  const [printed, noted] = [written(), written()];
  try {
    process.env = { PATH: before.env.PATH, ...env };
    process.chdir(cwd);
    process.exitCode = undefined;
    [stdout.write, stderr.write] = [printed.write, noted.write];
    await runCall(args);
    return { code: Number(process.exitCode ?? 0), stdout: printed.text(), stderr: noted.text() };
  } finally {
    [stdout.write, stderr.write] = [before.out, before.err];
    process.env = before.env;
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
  }
}

/** Collects what is written to a stream. */
function written(): { write: typeof process.stdout.write; text(): string } {
  const chunks: Buffer[] = [];
  const write = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    chunks.push(Buffer.from(chunk as string));
    const done = more.find((one) => typeof one === "function") as (() => void) | undefined;
    done?.();
    return true;
  };
  return { write, text: () => Buffer.concat(chunks).toString("utf8") };
}
