import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CliResult, PulumiLab } from "../../cli/pr/harness";
import type { Props } from "../../sandbox/lib/host";

/** A resource as an exported state has it. */
export interface Exported {
  urn: string;
  type: string;
  id?: string;
  outputs?: { uuids?: { [object: string]: string } };
  [field: string]: unknown;
}

interface Export {
  deployment: { resources?: Exported[]; [field: string]: unknown };
  [field: string]: unknown;
}

/** Declaration in the program of a stack: the class of `pulumi-k8s-lb/avi`, the name and the arguments. */
export interface CliProgram {
  kind: string;
  name: string;
  inputs: Props;
}

/**
 * It declares what its file says, whatever stack and project are called: one after the other, and without dependencies in the state, which
 * the commands would respect.
 */
const PROGRAM = `const avi = require("pulumi-k8s-lb/avi");
module.exports = async () => {
  for (const { kind, name, inputs } of require("./declared.json")) {
    const one = new avi[kind](name, inputs);
    await new Promise((made) => one.id.apply(made));
  }
};
`;

/** One stack with its project and its program, run by the real CLI. */
export class CliStack {
  declared: CliProgram[] = [];

  constructor(
    private readonly lab: PulumiLab,
    private readonly folder: string,
    public project: string,
    public name: string,
  ) {}

  get full(): string {
    return `organization/${this.project}/${this.name}`;
  }

  private get cwd(): string {
    return join(this.lab.program, this.folder);
  }

  async begin(): Promise<void> {
    mkdirSync(this.cwd, { recursive: true });
    this.write();
    await this.must(["stack", "init", this.name]);
  }

  /** The files of the project, as they are now. */
  write(): void {
    const at = (file: string) => join(this.cwd, file);
    writeFileSync(at("Pulumi.yaml"), `name: ${this.project}\nruntime: nodejs\nmain: index.js\n`);
    writeFileSync(at("package.json"), JSON.stringify({ name: this.folder, main: "index.js" }));
    writeFileSync(at("index.js"), PROGRAM);
    writeFileSync(at("declared.json"), JSON.stringify(this.declared));
  }

  run(args: string[]): Promise<CliResult> {
    this.write();
    return this.lab.runCli(args, { cwd: this.cwd });
  }

  async must(args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  async export(): Promise<Export> {
    return JSON.parse(await this.must(["stack", "export", "--stack", this.full])) as Export;
  }

  /** The resources of ours in its state, in their order. */
  async resources(): Promise<Exported[]> {
    const { deployment } = await this.export();
    return (deployment.resources ?? []).filter(isOurs);
  }

  /** Exports the state, edits the list of its resources, and imports it again. */
  async edit(change: (resources: Exported[]) => void): Promise<void> {
    const state = await this.export();
    change(state.deployment.resources ?? []);
    const file = join(this.cwd, "state.json");
    writeFileSync(file, JSON.stringify(state));
    await this.must(["stack", "import", "--stack", this.full, "--file", file]);
  }
}

export const isOurs = ({ type }: Exported): boolean => type.startsWith("pulumi-nodejs:dynamic/k8s-lb-");

/** The ids of the objects that a resource has on the controller. */
export const objectsOf = ({ outputs }: Exported): string[] => Object.values(outputs?.uuids ?? {}).map(String);
