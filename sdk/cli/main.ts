#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { reasonOf } from "../../kinds/diagnostic";
import { printableLines } from "../../kinds/printable";
import { EXIT, packageVersion, speakAsOne, UsageError } from "./grammar";
import { endWithReader } from "./reader";
import { coloured } from "./terminal";

interface Verb {
  description: string;
  load(): Promise<Command>;
}

/** Each verb with its own code: a verb that is not called is not loaded, which would cost every call half a second. */
const VERBS: { readonly [name: string]: Verb } = {
  adopt: {
    description: "Compare the objects of another controller with the specs: adopted, changed, new, left behind",
    load: async () => (await import("./adopt.js")).adoptCommand(),
  },
  completion: {
    description: "Print a completion script for bash, zsh or fish",
    load: async () => (await import("./completion.js")).completionCommand(allVerbs),
  },
  crds: {
    description: "Print the CustomResourceDefinitions of AKO's rules, for clusters without AKO",
    load: async () => (await import("./crds.js")).crdsCommand(),
  },
  diff: {
    description: "Show what a change of manifests changes on a load balancer, compared with older manifests or a stack",
    load: async () => (await import("./diff.js")).diffCommand(),
  },
  doctor: {
    description:
      "Show the configuration and its sources, whether the load balancer can be reached, its version and your rights; masks secrets",
    load: async () => (await import("./doctor.js")).doctorCommand(),
  },
  drift: {
    description: "List changes made on the load balancer outside Pulumi, in terms of the specs; changes nothing",
    load: async () => (await import("./drift.js")).driftCommand(),
  },
  graph: {
    description: "Draw the delegation of IngressRoutes, or the path from hosts to servers on a load balancer",
    load: async () => (await import("./graph.js")).graphCommand(),
  },
  init: {
    description: "Write a working Pulumi program for a load balancer; overwrites nothing",
    load: async () => (await import("./init.js")).initCommand(),
  },
  limits: {
    description: "List limits and quotas of a load balancer, what is left, and what manifests need",
    load: async () => (await import("./limits.js")).limitsCommand(),
  },
  orphans: {
    description: "List objects that have our owner mark and are in none of the given states; deletes nothing",
    load: async () => (await import("./orphans.js")).orphansCommand(),
  },
  "plan-move": {
    description: "List what moves when specs or settings change, in which order, and what clients notice",
    load: async () => (await import("./plan-move.js")).planMoveCommand(),
  },
  rbac: {
    description: "Print the least rights that a stack needs: RBAC manifests, an Avi role, or access rules of OpenStack",
    load: async () => (await import("./rbac.js")).rbacCommand(),
  },
  sandbox: {
    description: "Run in-memory sandboxes of Avi, Octavia and Kubernetes on this machine",
    load: async () => (await import("./sandbox.js")).sandboxCommand(),
  },
  translate: {
    description: "Show the load balancer objects that manifests or a live cluster describe",
    load: async () => (await import("./translate.js")).translateCommand(),
  },
  validate: {
    description: "List faults in manifests, by file and line, for people and for CI",
    load: async () => (await import("./validate.js")).validateCommand(),
  },
  watch: {
    description: "Keep servers current while Pods and nodes move, and leave structural changes to review",
    load: async () => (await import("./watch.js")).watchCommand(),
  },
};

/** With the options of each, which takes their code. */
function allVerbs(): Promise<Command[]> {
  return Promise.all(Object.values(VERBS).map(async ({ description, load }) => (await load()).description(description)));
}

const MORE = `
Exit codes: 0 success, 1 something was found (with --exit-code), 2 wrong usage or unreadable input, 3 a load balancer, a cluster or Pulumi failed.
Data goes to stdout, notes to stderr. NO_COLOR turns colours off.

Example:
  $ k8s-lb translate -f manifests --to avi -o table`;

async function main(args: readonly string[]): Promise<void> {
  const program = new Command("k8s-lb")
    .description("Load balancing of Kubernetes specs outside the cluster: translate, inspect, test")
    .version(packageVersion(), "-V, --version", "print the version")
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText("after", MORE);
  for (const [name, { description, load }] of Object.entries(VERBS)) {
    const command = args.includes(name) ? await load() : new Command(name);
    program.addCommand(command.description(description));
  }
  speakAsOne(program);
  await program.parseAsync();
}

endWithReader(process.stdout, () => process.exit());

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    return;
  }
  process.stderr.write(`${coloured(printableLines(`error: ${reasonOf(error)}`), process.stderr)}\n`);
  process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.backend;
});
