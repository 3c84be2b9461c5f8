import { Command, Option } from "commander";
import { CLUSTER_OPTIONS, type ClusterOptions, readInputs } from "./cluster";
import { toFindings, toJson, toLine, toTable, toYaml } from "./output";
import { readSettings } from "./settings";
import { TARGETS, type Target, type Translation } from "./targets";

interface Options extends ClusterOptions {
  file?: string[];
  to: Target;
  settings?: string;
  showSecrets?: boolean;
  output: "json" | "yaml" | "table" | "svg";
  exitCode?: boolean;
}

const EXIT_FAULTY = 1;
const EXIT_UNREADABLE = 2;

/** `k8s-lb translate`: what manifests mean on a target; needs no credentials, no Pulumi, and no network unless a cluster is read. */
export function translateCommand(): Command {
  const command = new Command("translate")
    .option("-f, --file <path...>", "file, folder, glob, or - for standard input; may be repeated")
    .addOption(new Option("--to <target>", "the target").choices(Object.keys(TARGETS)).makeOptionMandatory())
    .option("--settings <file>", "YAML or JSON file with the target's settings")
    .option("--show-secrets", "print private keys")
    .addOption(
      new Option("-o, --output <format>", "output format; svg: a map of addresses, with --to mizar")
        .choices(["json", "yaml", "table", "svg"])
        .default("json"),
    )
    .option("--exit-code", "exit with 1 when an object is faulty")
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
  for (const option of CLUSTER_OPTIONS) command.addOption(option);
  return command;
}

async function run(options: Options): Promise<number> {
  const settings = readSettings(options.settings);
  if (settings === undefined) return EXIT_UNREADABLE;
  const inputs = await readInputs(options, options.to === "mizar" ? "mizar" : "routing");
  if (typeof inputs === "string") {
    process.stderr.write(`error: nothing to translate: ${inputs}\n`);
    return EXIT_UNREADABLE;
  }
  const translation: Translation = TARGETS[options.to](inputs, settings, options);
  for (const diagnostic of translation.diagnostics) process.stderr.write(`${toLine(diagnostic)}\n`);
  if (inputs.diagnostics.length > 0) return EXIT_UNREADABLE;
  if (options.output === "svg" && translation.picture === undefined) {
    process.stderr.write(`error: there is no picture of ${options.to}\n`);
    return EXIT_UNREADABLE;
  }

  const { objects, owners } = translation;
  const statuses = translation.statuses.map(({ object, state, description, diagnostics }) => ({
    apiVersion: object.apiVersion,
    kind: object.kind,
    tenant: object.tenant,
    namespace: object.namespace,
    name: object.name,
    state,
    description,
    diagnostics: diagnostics.map(({ code, severity, message, pointer, remedy }) => ({ code, severity, message, pointer, remedy })),
  }));
  if (options.output === "svg") {
    process.stdout.write(translation.picture ?? "");
  } else if (options.output === "table") {
    process.stdout.write(
      toTable(
        ["TYPE", "NAME", "OWNERS"],
        Object.entries(owners).map(([id, refs]) => [...split(id), refs.join(", ")]),
      ),
    );
    process.stdout.write("\n");
    process.stdout.write(
      toTable(
        ["KIND", "NAMESPACE", "NAME", "STATE", "DESCRIPTION"],
        statuses.map((s) => [s.kind, s.namespace, s.name, s.state, s.description]),
      ),
    );
    process.stdout.write(toFindings(translation.statuses));
  } else {
    const document = { schemaVersion: 1, target: options.to, objects, owners, statuses };
    process.stdout.write(options.output === "yaml" ? toYaml(document) : toJson(document));
  }
  const faulty = [...translation.diagnostics, ...translation.statuses.flatMap((s) => s.diagnostics)].some((d) => d.severity === "error");
  return options.exitCode && faulty ? EXIT_FAULTY : 0;
}

function split(id: string): [string, string] {
  const slash = id.indexOf("/");
  return [id.slice(0, slash), id.slice(slash + 1)];
}
