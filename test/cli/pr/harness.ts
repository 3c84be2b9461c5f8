/** Runs the real Pulumi CLI for tests: each test gets a folder, a backend and a Pulumi home of its own, and leaves nothing behind. */
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, type LocalWorkspaceOptions, PulumiCommand, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";

export const root = resolve(__dirname, "../../..");

interface CliTools {
  command: string;
  version: string;
  env: Record<string, string>;
}

const found = new Map<boolean, CliTools>();

/** The CLI that `npm run pulumi` would use, and its environment; with language hosts for YAML and Python if a program needs one. */
export function tools(hosts = false): CliTools {
  const known = found.get(hosts);
  if (known) return known;
  const args = ["env", "--json", "--no-sandbox", ...(hosts ? ["--hosts"] : [])];
  const tools: CliTools = JSON.parse(execFileSync(process.execPath, [join(root, "tools/main.mjs"), ...args], { encoding: "utf8" }));
  found.set(hosts, tools);
  return tools;
}

/** Puts the native plugin of this checkout into a home of Pulumi: on the PATH the engine takes it with a warning. */
function placePlugin(home: string): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(home, "plugins", `resource-k8s-lb-v${version}`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, "dist/plugin/pulumi-resource-k8s-lb"), join(folder, "pulumi-resource-k8s-lb"));
}

/** After each run the Automation API asks for its row in the history, with a process: no test reads it. */
const withoutHistory = (stack: Stack): Stack => Object.assign(stack, { info: async () => undefined });

/** The stack for a run whose outputs nobody reads: the Automation API asks for them with two processes. */
export const withoutOutputs = (stack: Stack): Stack => Object.create(stack, { outputs: { value: async () => ({}) } });

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder to run programs in; `dispose()` ends what still runs and removes it. */
export class PulumiLab {
  readonly folder = mkdtempSync(join(tmpdir(), "k8s-lb-pulumi-"));
  /** In the environment of every process of this lab, so that leftovers can be distinguished from the processes of others. */
  private readonly mark = `K8S_LB_LAB=${randomUUID()}`;
  readonly env: Record<string, string>;

  /**
   * `linkModules: false`: a program gets only what it installs itself. `hosts`: it is in YAML, Python or Go. `plugin: false`: it gets the
   * native plugin itself.
   */
  constructor(options: { env?: Record<string, string>; linkModules?: boolean; hosts?: boolean; plugin?: boolean } = {}) {
    for (const name of ["state", "home", "program", "tmp"]) mkdirSync(join(this.folder, name));
    if (options.plugin ?? true) placePlugin(join(this.folder, "home"));
    // Providers and programs resolve modules from the folder they run in.
    if (options.linkModules ?? true) symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    this.env = {
      ...tools(options.hosts).env,
      PULUMI_BACKEND_URL: pathToFileURL(join(this.folder, "state")).href,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "test",
      TMPDIR: join(this.folder, "tmp"), // the TypeScript loader keeps a cache there
      NO_COLOR: "1",
      K8S_LB_LAB: this.mark.slice(this.mark.indexOf("=") + 1),
      ...options.env,
    };
  }

  /** Folder of the project. */
  get program(): string {
    return join(this.folder, "program");
  }

  /** Writes files of the project, by path. */
  write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.program, name)), { recursive: true });
      writeFileSync(join(this.program, name), text);
    }
  }

  /** A TypeScript project with this program. */
  writeProject(name: string, program: string): void {
    const compilerOptions = {
      target: "es2022",
      module: "node16",
      moduleResolution: "node16",
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    };
    this.write({
      "Pulumi.yaml": `name: ${name}\nruntime: nodejs\n`,
      "package.json": JSON.stringify({ name, main: "index.ts" }),
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "index.ts": program,
    });
  }

  /** Runs `pulumi ARGS`, which must end well; what it printed. */
  async pulumi(args: string[], options: { cwd?: string } = {}): Promise<string> {
    const { code, stdout, stderr } = await this.runCli(args, options);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  /** A stack of an inline program, through the Automation API. */
  async inlineStack(program: PulumiFn, name = "test", projectName = "lab"): Promise<Stack> {
    return withoutHistory(await LocalWorkspace.createOrSelectStack({ stackName: name, projectName, program }, await this.options()));
  }

  /** A stack of the project in `program`, through the Automation API. */
  async folderStack(name = "test"): Promise<Stack> {
    return withoutHistory(await LocalWorkspace.createOrSelectStack({ stackName: name, workDir: this.program }, await this.options()));
  }

  private async options(): Promise<LocalWorkspaceOptions> {
    const command = await PulumiCommand.get({ root: dirname(dirname(tools().command)), skipVersionCheck: true });
    return { pulumiCommand: command, workDir: this.program, envVars: this.env };
  }

  /** Runs `pulumi ARGS` as a user would in a script. Never rejects; a run that takes too long is killed and has code 124. */
  runCli(
    args: string[],
    options: { cwd?: string; env?: Record<string, string>; timeout?: number; signal?: AbortSignal } = {},
  ): Promise<CliResult> {
    const { cwd = this.program, env = {}, timeout = 240_000, signal } = options;
    return new Promise((done) => {
      const child = spawn(tools().command, [...args, "--non-interactive", "--color", "never"], {
        cwd,
        env: { ...process.env, ...this.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const result = { code: 124, stdout: "", stderr: "" };
      child.stdout.on("data", (bytes) => {
        result.stdout += bytes;
      });
      child.stderr.on("data", (bytes) => {
        result.stderr += bytes;
      });
      const kill = () => child.kill("SIGKILL");
      const limit = setTimeout(kill, timeout);
      signal?.addEventListener("abort", kill);
      child.on("close", (code) => {
        clearTimeout(limit);
        done({ ...result, code: code ?? 124 });
      });
    });
  }

  /** Processes of this lab that still run: a killed CLI leaves its providers behind. Linux only, elsewhere none are found. */
  leftovers(): number[] {
    const marked = (pid: string): boolean => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(this.mark);
      } catch {
        return false; // gone, or not ours
      }
    };
    if (process.platform !== "linux") return [];
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter(marked)
      .map(Number);
  }

  dispose(): void {
    for (const pid of this.leftovers()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // ended by itself
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
