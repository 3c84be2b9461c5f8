import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { reasonOf } from "../../resources/diagnostic";
import { targetNames } from "../targets";
import { examples, type Format, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption } from "./inputs";
import { print } from "./output";
import { clusterOption, settingsOption } from "./settings";
import { STACK_OPTIONS, type StackOptions } from "./stack";
import { archiveOf } from "./support-bundle/archive";
import { type Bundle, BundleContext, bundleOf } from "./support-bundle/bundle";
import { type SpecOptions, specParts } from "./support-bundle/spec-parts";
import { type BundledStack, stackOf, stackParts } from "./support-bundle/stack-parts";
import { toolParts } from "./support-bundle/tool-parts";
import { watchParts } from "./support-bundle/watch-parts";
import { toTable } from "./table";
import { LISTEN } from "./watch/status";

interface BundleOptions extends SpecOptions, StackOptions {
  listen: string;
  archive?: string;
  keepNames?: boolean;
  output: Format;
}

const HELP = examples(
  "support-bundle -C infrastructure -s prod",
  "support-bundle -f manifests --to avi --settings avi.yaml      # with the plan of specs, without a stack",
  "support-bundle -s prod --listen 127.0.0.1:9815 --archive report.tar.gz",
);

/** `k8s-lb support-bundle`: one archive for the report of a bug, without secrets and names. */
export function supportBundleCommand(): Command {
  const command = new Command("support-bundle")
    .addOption(fileOption(": add the plan and the diagnostics of these specs"))
    .addOption(targetOption(targetNames(), "the target of the specs"))
    .addOption(settingsOption())
    .addOption(clusterOption())
    .addOption(new Option("--listen <address>", "address on which a watch listens").default(LISTEN))
    .option("--archive <file>", "the archive to write; default: k8s-lb-support-TIME.tar.gz in this folder")
    .option("--keep-names", "leave hosts, addresses and names as they are; secrets are hidden all the same")
    .addOption(outputOption(["table", "json", "yaml"]))
    .addHelpText("after", HELP)
    .action(run);
  for (const option of [...CLUSTER_OPTIONS, ...STACK_OPTIONS]) command.addOption(option);
  return command;
}

async function run({ listen, archive, keepNames = false, output, ...options }: BundleOptions): Promise<void> {
  const now = new Date();
  const context = new BundleContext(process.env);
  let reading: Promise<BundledStack> | undefined;
  const stack = () => {
    reading ??= stackOf(options, context);
    return reading;
  };
  const parts = [
    ...toolParts(options, context),
    ...stackParts(stack, context),
    ...specParts(options, stack, context),
    ...watchParts(listen, context),
  ];
  const bundle = await bundleOf(parts, context, keepNames);
  const path = archive ?? `k8s-lb-support-${now.toISOString().slice(0, 19).replaceAll(":", "")}.tar.gz`;
  write(path, archiveOf(bundle.files, now));
  const files = bundle.files.map(({ path: file, content, about }) => ({ file, bytes: Buffer.byteLength(content), about }));
  print(output, { schemaVersion: 1, archive: path, files, missing: bundle.missing }, () => report(path, files, bundle.missing, keepNames));
}

/** A file that is there stays: it may be the one that was sent. */
function write(path: string, archive: Buffer): void {
  try {
    writeFileSync(path, archive, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}

function report(
  path: string,
  files: readonly { file: string; bytes: number; about: string }[],
  missing: Bundle["missing"],
  keepNames: boolean,
): string {
  const rows = files.map(({ file, bytes, about }) => [file, String(bytes), about]);
  const gaps =
    missing.length > 0
      ? `\n${toTable(
          ["MISSING", "WHY"],
          missing.map(({ file, why }) => [file, why.split("\n")[0] ?? ""]),
        )}`
      : "";
  const names = keepNames
    ? "Hosts, addresses and names are in it as they are; secrets are hidden."
    : "Secrets are hidden; hosts, addresses and names are replaced, each by the same word in every file.";
  return `${toTable(["FILE", "BYTES", "CONTENT"], rows)}${gaps}\n${path} is written. ${names}\nLook through it before you send it: tar -xzOf ${path} | less\n`;
}
