// The table of all verbs of k8s-lb, the help, and the exit codes of errors.
import { Command, CommanderError } from "commander";
import { reasonOf } from "../../resources/diagnostic";
import { printableLines } from "../../resources/printable";
import { packageVersion } from "../own-package";
import { applyErrorConventions, EXIT, EXIT_RULE, UsageError } from "./grammar";
import { coloured } from "./terminal";

/** Tasks of the user. The help groups the verbs by them. */
const TASKS = ["Look", "Check", "Run", "Take over", "Try"] as const;

interface VerbEntry {
  task: (typeof TASKS)[number];
  description: string;
  load(): Promise<Command>;
}

/** Each verb with its own code: a verb that is not called is not loaded, which would cost every call half a second. */
const VERBS: { readonly [name: string]: VerbEntry } = {
  adopt: {
    task: "Take over",
    description: "Compare the objects of another controller with the specs: adopted, changed, new, left behind",
    load: async () => (await import("./adopt/adopt.js")).adoptCommand(),
  },
  claims: {
    task: "Check",
    description: "List who may serve which hosts, and the objects that name them; -o vap writes an admission policy of it",
    load: async () => (await import("./claims.js")).claimsCommand(),
  },
  completion: {
    task: "Try",
    description: "Print a completion script for bash, zsh or fish",
    load: async () => (await import("./completion.js")).completionCommand(allVerbs),
  },
  crds: {
    task: "Run",
    description: "Print the CustomResourceDefinitions of AKO's rules, for clusters without AKO",
    load: async () => (await import("./crds.js")).crdsCommand(),
  },
  diff: {
    task: "Look",
    description: "Show what a change of manifests changes on a load balancer, compared with older manifests or a stack",
    load: async () => (await import("./diff/diff.js")).diffCommand(),
  },
  doctor: {
    task: "Check",
    description:
      "Show the configuration and its sources, whether the load balancer can be reached, its version and your rights; masks secrets",
    load: async () => (await import("./doctor/doctor.js")).doctorCommand(),
  },
  drift: {
    task: "Check",
    description: "List changes made on the load balancer outside Pulumi, in terms of the specs; changes nothing",
    load: async () => (await import("./drift/drift.js")).driftCommand(),
  },
  explain: {
    task: "Check",
    description: "Explain codes of errors and warnings: the meaning, what follows, the remedy, and an example",
    load: async () => (await import("./explain.js")).explainCommand(),
  },
  graph: {
    task: "Look",
    description: "Draw the delegation of IngressRoutes, or the path from hosts to servers on a load balancer",
    load: async () => (await import("./graph.js")).graphCommand(),
  },
  init: {
    task: "Try",
    description: "Write a working Pulumi program for a load balancer; overwrites nothing",
    load: async () => (await import("./init/init.js")).initCommand(),
  },
  limits: {
    task: "Check",
    description: "List limits and quotas of a load balancer, what is left, and what manifests need",
    load: async () => (await import("./limits.js")).limitsCommand(),
  },
  orphans: {
    task: "Check",
    description: "List objects that have our owner mark and are in none of the given states; deletes nothing",
    load: async () => (await import("./orphans/orphans.js")).orphansCommand(),
  },
  "plan-move": {
    task: "Look",
    description: "List what moves when specs or settings change, in which order, and what clients notice",
    load: async () => (await import("./plan-move.js")).planMoveCommand(),
  },
  plugin: {
    task: "Run",
    description: "Install the native plugin, for programs in YAML, Python and other languages",
    load: async () => (await import("./plugin.js")).pluginCommand(),
  },
  rbac: {
    task: "Run",
    description: "Print the least rights that a stack needs: RBAC manifests, an Avi role, or access rules of OpenStack",
    load: async () => (await import("./rbac.js")).rbacCommand(),
  },
  request: {
    task: "Look",
    description: "Show what a client gets for a URL, by which rule, and whether the specs ask for it",
    load: async () => (await import("./request.js")).requestCommand(),
  },
  sandbox: {
    task: "Try",
    description: "Run in-memory sandboxes of Avi, Octavia and Kubernetes on this machine",
    load: async () => (await import("./sandbox/sandbox.js")).sandboxCommand(),
  },
  status: {
    task: "Look",
    description: "Show the servers of each Ingress, Route, Gateway route and Service: the number that is up, and the reason for the others",
    load: async () => (await import("./status/status.js")).statusCommand(),
  },
  "support-bundle": {
    task: "Check",
    description: "Write one archive for the report of a bug: versions, doctor, plans, the log of a watch; no secrets, names replaced",
    load: async () => (await import("./support-bundle/support-bundle.js")).supportBundleCommand(),
  },
  test: {
    task: "Check",
    description: "Test that requests get what a file says they must get, against manifests, a cluster, a stack or the load balancer",
    load: async () => (await import("./test/test.js")).testCommand(),
  },
  "to-gateway": {
    task: "Take over",
    description: "Write Gateway API in the place of Ingresses, Routes and IngressRoutes, and list what is lost",
    load: async () => (await import("./to-gateway.js")).toGatewayCommand(),
  },
  translate: {
    task: "Look",
    description: "Show the load balancer objects that manifests or a live cluster describe",
    load: async () => (await import("./translate.js")).translateCommand(),
  },
  validate: {
    task: "Check",
    description: "List faults in manifests, by file and line, for people and for CI",
    load: async () => (await import("./validate/validate.js")).validateCommand(),
  },
  verify: {
    task: "Check",
    description: "Ask a real load balancer what its documents leave open, with small objects that are removed again",
    load: async () => (await import("./verify/verify.js")).verifyCommand(),
  },
  watch: {
    task: "Run",
    description: "Keep servers current while Pods and nodes move, and leave structural changes to review",
    load: async () => (await import("./watch/watch.js")).watchCommand(),
  },
};

/** All verbs with their options; loads the code of each. */
function allVerbs(): Promise<Command[]> {
  return Promise.all(Object.values(VERBS).map(async ({ description, load }) => (await load()).description(description)));
}

const MORE = `
Exit codes:
${EXIT_RULE.map(({ code, when }) => `  ${code}  ${when}`).join("\n")}

Data goes to stdout, notes to stderr. NO_COLOR or FORCE_COLOR decides on colours.

Example:
  $ k8s-lb translate -f manifests --to avi -o table`;

async function parse(args: readonly string[]): Promise<void> {
  const program = new Command("k8s-lb")
    .description("Load balancing of Kubernetes specs outside the cluster: translate, inspect, test")
    .version(packageVersion(), "-V, --version", "print the version")
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText("after", MORE)
    .addHelpCommand(new Command("help").argument("[command]").description("Show the help of a command").helpGroup("Try:"));
  const byTask = Object.entries(VERBS).sort(([, a], [, b]) => TASKS.indexOf(a.task) - TASKS.indexOf(b.task));
  for (const [name, { task, description, load }] of byTask) {
    const command = args.includes(name) ? await load() : new Command(name);
    program.addCommand(command.description(description).helpGroup(`${task}:`));
  }
  applyErrorConventions(program);
  await program.parseAsync(args, { from: "user" });
}

/** Runs a call, prints what it says, and sets the exit code of the process. */
export const runCall = (args: readonly string[]): Promise<void> =>
  parse(args).catch((error: unknown) => {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
      return;
    }
    process.stderr.write(`${coloured(printableLines(`error: ${reasonOf(error)}`), process.stderr)}\n`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.backend;
  });
