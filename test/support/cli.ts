// Calls of `k8s-lb` as a process of the built package.
import { execFile } from "node:child_process";
import { join } from "node:path";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Surroundings of a call. */
export interface CallOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Standard input. */
  input?: string | Buffer;
}

const MAIN = join(__dirname, "../../dist/sdk/cli/main.js");

/** The built `k8s-lb` as another program runs it: not on a terminal, with nothing in its environment but what is given. */
export function k8sLb(args: readonly string[], { cwd, env = {}, input = "" }: CallOptions = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 200_000_000 };
    const child = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr }),
    );
    // whoever refuses the call does not read
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/** The verbs of `k8s-lb --help`, which groups them by task. */
export function verbsIn(help: string): string[] {
  const groups = help.slice(help.indexOf("\nLook:"), help.indexOf("\nExit codes:"));
  return [...groups.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, verb]) => String(verb));
}
