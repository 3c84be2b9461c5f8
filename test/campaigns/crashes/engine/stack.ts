import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliResult, PulumiLab } from "../../../cli/pr/harness";
import type { CampaignWorld } from "../../lib/world";

/** Process of a run that is killed; of a machine that is lost, all of them. */
export type Victim = "engine" | "provider" | "language host" | "machine";

const COMMANDS: { readonly [V in Victim]: RegExp } = {
  engine: /\/pulumi\0(up|refresh|destroy)\0/,
  provider: /dynamic-provider/,
  "language host": /pulumi-language-nodejs|cmd\/run/,
  machine: /./,
};

/** A program whose one component takes its arguments from a file. */
const program = (target: string): string => `
const { KubernetesCluster } = require("pulumi-k8s-lb/${target}");
new KubernetesCluster("main", JSON.parse(require("node:fs").readFileSync("declared.json", "utf8")));
`;

/** A stack on the real engine with a file backend of its own. */
export class StackUnderTest {
  private readonly lab: PulumiLab;

  /** @param env further variables of its commands */
  constructor(world: CampaignWorld, target: string, env: { [name: string]: string } = {}) {
    this.lab = new PulumiLab({ env: { ...world.environment, ...env } });
    this.lab.write({
      "Pulumi.yaml": "name: crash\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
      "package.json": JSON.stringify({ name: "crash", main: "index.js" }),
      "index.js": program(target),
    });
    if (world.kubeconfig === undefined) return;
    this.lab.env.KUBECONFIG = join(this.lab.program, "kubeconfig");
    writeFileSync(this.lab.env.KUBECONFIG, world.kubeconfig);
  }

  begin(): Promise<CliResult> {
    return this.lab.runCli(["stack", "init", "test"]);
  }

  declare(declared: object): void {
    this.lab.write({ "declared.json": JSON.stringify(declared) });
  }

  run(args: readonly string[]): Promise<CliResult> {
    return this.lab.runCli([...args, "--stack", "test"], { timeout: 120_000 });
  }

  /** Number of resources in the state. */
  async resources(): Promise<number> {
    const { deployment } = JSON.parse(await this.lab.pulumi(["stack", "export", "--stack", "test"])) as { deployment: { resources?: [] } };
    return deployment.resources?.length ?? 0;
  }

  /** As `kill -9`; false when no process of that name is there. */
  kill(victim: Victim): boolean {
    const pids = this.lab.leftovers().filter((pid) => COMMANDS[victim].test(commandOf(pid)));
    for (const pid of pids) process.kill(pid, "SIGKILL");
    return pids.length > 0;
  }

  /** Takes away what a killed engine has left empty beside its states, as docs/troubleshooting.md#interrupted-runs says; the names of what was. */
  mendBackend(): string[] {
    const folder = join(this.lab.folder, "state");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".attrs"));
    const empty = files.filter((name) => statSync(join(folder, name)).size === 0);
    for (const name of empty) rmSync(join(folder, name));
    return empty;
  }

  dispose(): void {
    this.lab.dispose();
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // gone
  }
}
