import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Command, Option } from "commander";
import { createTar } from "nanotar";
import { reasonOf } from "../../resources/diagnostic";
import { targetNames } from "../targets";
import { examples, type Format, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption } from "./inputs";
import { print } from "./output";
import { clusterOption, settingsOption } from "./settings";
import { STACK_OPTIONS, type StackOptions } from "./stack";
import { type Bundle, bundleOf } from "./support-bundle/bundle";
import { Names } from "./support-bundle/names";
import { type SpecOptions, specParts } from "./support-bundle/spec-parts";
import { stackParts, stateOf } from "./support-bundle/stack-parts";
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

/** `k8s-lb support-bundle`: one archive for the report of a bug, with nothing but what its allow-list names. */
export function supportBundleCommand(): Command {
  const command = new Command("support-bundle")
    .addOption(fileOption(": add the plan and the diagnostics of these specs"))
    .addOption(targetOption(targetNames(), "the target of the specs"))
    .addOption(settingsOption())
    .addOption(clusterOption())
    .addOption(new Option("--listen <address>", "address on which a watch listens").default(LISTEN))
    .option("--archive <file>", "the archive to write; default: k8s-lb-support-TIME.tar.gz in this folder")
    .option("--keep-names", "leave hosts, addresses and names as they are; other texts are left out all the same")
    .addOption(outputOption(["table", "json", "yaml"]))
    .addHelpText("after", HELP)
    .action(run);
  for (const option of [...CLUSTER_OPTIONS, ...STACK_OPTIONS]) command.addOption(option);
  return command;
}

async function run({ listen, archive, keepNames = false, output, ...options }: BundleOptions, command: Command): Promise<void> {
  const now = new Date();
  const names = new Names(keepNames);
  let reading: Promise<unknown> | undefined;
  const state = () => {
    reading ??= stateOf(options);
    return reading;
  };
  const parts = [...toolParts(options), ...stackParts(state, names), ...specParts(options, state, names), ...watchParts(listen)];
  const given = command.options.filter((one) => command.getOptionValueSource(one.attributeName()) === "cli");
  const bundle = await bundleOf(
    parts,
    names,
    given.map(({ long, flags }) => long ?? flags),
  );
  const path = archive ?? `k8s-lb-support-${now.toISOString().slice(0, 19).replaceAll(":", "")}.tar.gz`;
  write(path, archiveOf(bundle.files, now));
  const files = bundle.files.map(({ path: file, content, about }) => ({ file, bytes: Buffer.byteLength(content), about }));
  print(output, { schemaVersion: 1, archive: path, files, missing: bundle.missing }, () => report(path, files, bundle.missing, keepNames));
}

/** A tar archive in gzip: plain files, readable by their owner alone. */
function archiveOf(files: Bundle["files"], made: Date): Buffer {
  const attrs = { mode: "600", uid: 0, gid: 0, mtime: made.getTime() };
  return gzipSync(
    createTar(
      files.map(({ path, content }) => ({ name: path, data: content })),
      { attrs },
    ),
  );
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
          missing.map(({ file, why }) => [file, why]),
        )}`
      : "";
  const names = keepNames
    ? "Hosts, addresses and names are in it as they are; other texts are left out."
    : "It has versions, codes, counts and words of the formats; hosts, addresses and names are digests, texts are left out.";
  return `${toTable(["FILE", "BYTES", "CONTENT"], rows)}${gaps}\n${path} is written. ${names}\nLook through it before you send it: tar -xzOf ${path} | less\n`;
}
