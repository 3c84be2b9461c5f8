// The stack of a Pulumi project, which verbs open through the Automation API.
import { existsSync } from "node:fs";
import { reasonOf } from "../../resources/diagnostic";
import { UsageError } from "./grammar";
import { opt } from "./option";

type Automation = typeof import("@pulumi/pulumi/automation");
/** A stack of a Pulumi project, driven as the CLI drives it. */
export type Stack = Awaited<ReturnType<Automation["LocalWorkspace"]["selectStack"]>>;

/** Stack of a verb. */
export interface StackOptions {
  cwd: string;
  stack?: string;
}

/** `-s` alone, for verbs whose folder is another option. */
export const STACK_OPTION = opt("-s, --stack <name>", "stack (default: the selected one)");
/** The options of every verb that works on a stack. */
export const STACK_OPTIONS = [opt("-C, --cwd <dir>", "folder of the Pulumi project").usually("."), STACK_OPTION];

/**
 * The stack of the options, through the Automation API: its backend, its configuration and its installed providers are those of the project.
 *
 * @param env further variables of the commands
 * @throws UsageError where there is no folder, no project, no stack or no Pulumi CLI
 */
export async function openStack({ cwd, stack: wanted }: StackOptions, env: Record<string, string> = {}): Promise<Stack> {
  if (!existsSync(cwd)) throw new UsageError(`there is no folder ${cwd}`);
  // Loaded here: it takes half a second, and wrong usage needs none of it.
  const { LocalWorkspace, Stack: stacks } = await import("@pulumi/pulumi/automation/index.js").catch(explained);
  return throughPulumi(async () => {
    const workspace = await LocalWorkspace.create({ workDir: cwd, envVars: env });
    const name = wanted ?? (await workspace.stack())?.name;
    if (name === undefined) throw new UsageError("no stack is selected: name one with -s, or run `pulumi stack select`");
    // Every command of a Stack names it. To select it would move the user's own terminal to it.
    workspace.selectStack = async () => {};
    return stacks.select(name, workspace);
  });
}

/** A program of Pulumi brings the SDK; these commands may run where none is installed. */
export function explained(error: unknown): never {
  const code: unknown = Reflect.get(Object(error), "code");
  const isMissing = (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && reasonOf(error).includes("@pulumi/pulumi");
  if (!isMissing) throw error;
  throw new UsageError("the package @pulumi/pulumi is not installed beside pulumi-k8s-lb: run `npm install @pulumi/pulumi` there");
}

/** Whatever fails on the way is reported in Pulumi's words alone, without those of the library around them. */
export async function throughPulumi<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const words = wordsOf(error);
    if (/spawn pulumi ENOENT/.test(words))
      throw new UsageError("the Pulumi CLI is not in PATH: install it (https://www.pulumi.com/docs/install), or add its folder to PATH");
    throw /no Pulumi\.yaml project file found|no stack named/.test(words) ? new UsageError(words) : new Error(words);
  }
}

/** The Automation API packs code, streams and an error of execa around what Pulumi wrote, and Pulumi begins with `error:` as we do. */
function wordsOf(error: unknown): string {
  const text = reasonOf(error);
  const [, streams = text] = /\n stderr: ([\s\S]*?)\n err\?: /.exec(text) ?? [];
  return (
    streams
      .replace(/^Command failed with .*\n?/, "")
      .replace(/^error: /, "")
      .trim() || "pulumi failed without a word"
  );
}
