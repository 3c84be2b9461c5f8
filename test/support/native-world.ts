import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { type CliResult, PulumiLab } from "../cli/pr/harness";

/** A controller, and stacks of TypeScript programs whose resources the native plugin runs. */
export interface NativeWorld {
  avi: AviSandbox;
  lab: PulumiLab;
  /** Runs `pulumi ARGS --stack test`, which must end well; what it printed. */
  pulumi(...args: string[]): Promise<string>;
  /** The same for a run that must fail; what it printed. */
  failing(...args: string[]): Promise<string>;
  /** `up` without a preview before it. */
  up(...args: string[]): Promise<string>;
  /** Nothing is left to do. */
  quiet(): Promise<void>;
  /** Requests since the last look that are no read. */
  writes(): string[];
  /** Processes of the plugin that run. */
  plugins(): number[];
  state(): Promise<StateResource[]>;
  stop(): Promise<void>;
}

/** A resource of an exported state. */
export interface StateResource {
  type: string;
  urn: string;
  id?: string;
  inputs: { [input: string]: unknown };
  outputs: { [output: string]: unknown };
}

/** @param options `latencyMs` of the controller, in which a run can be ended; `env` of every command */
export async function startNative(
  program: string,
  { latencyMs, env = {} }: { latencyMs?: number; env?: { [name: string]: string } } = {},
): Promise<NativeWorld> {
  const avi = await startAviSandbox({ rateLimit: "off", latencyMs });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  const lab = new PulumiLab({ env: { K8S_LB_NATIVE: "1", ...connection, ...env } });
  lab.writeProject("native", program);
  await lab.pulumi(["stack", "init", "test"]);
  const run = (args: readonly string[]): Promise<CliResult> => lab.runCli([...args, "--stack", "test"]);
  const pulumi: NativeWorld["pulumi"] = async (...args) => {
    const { code, stdout, stderr } = await run(args);
    expect(code, `pulumi ${args.join(" ")}:\n${stdout}${stderr}`).toBe(0);
    return `${stdout}${stderr}`;
  };
  return {
    avi,
    lab,
    pulumi,
    async failing(...args) {
      const { code, stdout, stderr } = await run(args);
      expect(code, `pulumi ${args.join(" ")}:\n${stdout}${stderr}`).not.toBe(0);
      return `${stdout}${stderr}`;
    },
    up: (...args) => pulumi("up", "--yes", "--skip-preview", ...args),
    quiet: async () => void (await pulumi("preview", "--expect-no-changes")),
    writes() {
      const seen = avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));
      avi.resetCalls();
      return seen.map(({ method, path }) => `${method} ${path}`);
    },
    plugins: () => lab.leftovers().filter(isPlugin),
    async state() {
      const { stdout } = await run(["stack", "export"]);
      return (JSON.parse(stdout) as { deployment: { resources?: StateResource[] } }).deployment.resources ?? [];
    },
    async stop() {
      lab.dispose();
      await avi.close();
    },
  };
}

function isPlugin(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("plugin/main.js");
  } catch {
    return false;
  }
}
