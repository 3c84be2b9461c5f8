// Loads the sandbox, which is a separate package.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as daemon from "../../../sandbox/daemon";
import type * as index from "../../../sandbox/index";
import { UsageError } from "../grammar";

/** The modules of the package that verbs use. The one in the background is asked without loading what serves. */
interface Modules {
  index: typeof index;
  daemon: typeof daemon;
}

const NAME = "pulumi-k8s-lb-sandbox";

const load = createRequire(__filename);

/** Servers are a package of their own, which a program that runs against real load balancers does not need. */
export function sandboxModule<N extends keyof Modules>(name: N): Modules[N] {
  return load(join(sandboxFolder(), name));
}

/** Folder of the sandbox package: that of the project in which the command runs, or that beside this package. */
function sandboxFolder(): string {
  try {
    return dirname(load.resolve(NAME, { paths: [process.cwd(), __dirname] }));
  } catch {
    throw new UsageError(`the sandbox is a separate package that is not installed here: npm install --save-dev ${NAME}`);
  }
}
