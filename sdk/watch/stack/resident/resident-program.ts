// Runs the program of watch in a process that stays loaded between runs.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import { ownFile } from "../../../own-package";
import { backendUrl } from "../backend-url";
import { LanguageHost, type RunRequest, type RunResult } from "./language-host";
import { otherLanguage, type ResidentProject, residentProject } from "./project";

/** The process is a new one after so many runs, whatever a program leaves behind. */
const MOST_RUNS = 100;
/** `cmd/run` ends so when the engine knows all errors. */
const LOGGED = 32;

/** A process of the program, and the packages that it has loaded. */
interface Loaded {
  child: ChildProcess;
  packages: string;
  runs: number;
}

/** The user's program, loaded once: the process stays between runs. The engine reaches it over a language host in this process. */
export class ResidentProgram {
  private loaded: Loaded | undefined;
  /** Packages with which it could not be loaded. */
  private refused: string | undefined;
  private host: LanguageHost | undefined;

  /**
   * The program of a stack; `note` gets one line where it is of a language that never stays loaded. Pulumi Cloud shows the runtime of a
   * project, which is another one here: there every run has its own process.
   */
  static of({ name, workspace }: Stack, note: (message: string) => void = () => undefined): ResidentProgram {
    let isNoted = false;
    const project = async () => {
      const settings = await workspace.projectSettings();
      const language = otherLanguage(settings);
      if (language !== undefined && !isNoted) note(`each run starts the program (${language}) again: programs of Node alone stay loaded`);
      isNoted = true;
      if (/^https?:/.test(await backendUrl(workspace))) return undefined;
      return residentProject(resolve(workspace.workDir), settings, name);
    };
    return new ResidentProgram(project, { ...workspace.envVars });
  }

  /** @param env variables of the commands of Pulumi besides those of this process */
  constructor(
    private readonly project: () => Promise<ResidentProject | undefined>,
    private readonly env: { readonly [name: string]: string },
  ) {}

  /** Arguments with which `pulumi preview` and `pulumi up` run the program here; none where it needs a process of its own. */
  async args(): Promise<string[]> {
    const project = await this.project().catch(() => undefined);
    if (!project || project.packages === this.refused) return [];
    if (!(await this.load(project))) {
      this.refused = project.packages;
      return [];
    }
    this.host ??= await LanguageHost.listen((request, log) => this.run(request, log));
    return [`--client=${this.host.address}`];
  }

  close(): void {
    this.end();
    this.host?.close();
  }

  /** Starts the process unless a good one waits. False where the program's SDK is another than this code knows. */
  private async load({ folder, packages }: ResidentProject): Promise<boolean> {
    const loaded = this.loaded;
    if (loaded?.child.connected && loaded.packages === packages && loaded.runs < MOST_RUNS) return true;
    this.end();
    const child = fork(childFile(), [folder], {
      cwd: folder,
      env: { ...process.env, ...this.env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [],
      // Ctrl-C interrupts the engine, which ends the program
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.resume();
    const [first] = await Promise.race([once(child, "message"), once(child, "exit")]).catch(() => []);
    if (first !== "ready") return false;
    this.loaded = { child, packages, runs: 0 };
    return true;
  }

  private async run(request: RunRequest, log: (text: string) => void): Promise<RunResult> {
    const loaded = this.loaded;
    if (!loaded?.child.connected) return { error: "the process of the program has ended" };
    const { child } = loaded;
    loaded.runs++;
    const logged = (bytes: unknown) => log(String(bytes));
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", logged);
    const ended = new AbortController();
    const abort = () => child.kill();
    request.cancelled.addEventListener("abort", abort);
    try {
      const result = Promise.race([
        once(child, "message", { signal: ended.signal }).then(() => ({})),
        once(child, "close", { signal: ended.signal }).then(([code, by]) => resultOf(code, by)),
      ]);
      child.send({ args: request.args, env: request.env });
      return await result;
    } finally {
      ended.abort();
      request.cancelled.removeEventListener("abort", abort);
      for (const stream of [child.stdout, child.stderr]) stream?.off("data", logged);
    }
  }

  private end(): void {
    this.loaded?.child.kill();
    this.loaded = undefined;
  }
}

/** Result of a program that has ended, in the words of Pulumi's own host. */
function resultOf(code: number | null, signal: string | null): RunResult {
  if (code === 0) return {};
  if (code === LOGGED) return { bail: true };
  return { error: signal ? `Program was killed by ${signal}` : `Program exited with non-zero exit code: ${code}` };
}

const childFile = () => ownFile("dist/sdk/watch/stack/resident/child.js");
