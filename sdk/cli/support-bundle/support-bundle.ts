// `k8s-lb support-bundle`: writes one archive for the report of a bug, with nothing but what its allow-list names.

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { reasonOf } from "../../../resources/diagnostic";
import { type TargetName, targetNames } from "../../targets";
import { outputOption, targetOption, UsageError } from "../grammar";
import { CLUSTER_OPTIONS, fileOption } from "../inputs";
import { opt } from "../option";
import { clusterOption, settingsOption } from "../settings";
import { STACK_OPTIONS } from "../stack";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { LISTEN } from "../watch/status";
import { type Bundle, bundleOf } from "./bundle";
import { Names } from "./names";
import { specParts } from "./spec-parts";
import { stackParts, stateOf } from "./stack-parts";
import { toolParts } from "./tool-parts";
import { watchParts } from "./watch-parts";

export const supportBundleCommand = defineVerb({
  name: "support-bundle",
  options: [
    fileOption(": add the plan and the diagnostics of these specs"),
    targetOption<TargetName>(targetNames(), "the target of the specs"),
    settingsOption(),
    clusterOption(),
    opt("--listen <address>", "address on which a watch listens").usually(LISTEN),
    opt("--archive <file>", "the archive to write; default: k8s-lb-support-TIME.tar.gz in this folder"),
    opt("--keep-names", "leave hosts, addresses and names as they are; other texts are left out all the same"),
    outputOption(["table", "json", "yaml"]),
    ...CLUSTER_OPTIONS,
    ...STACK_OPTIONS,
  ],
  examples: [
    "support-bundle -C infrastructure -s prod",
    "support-bundle -f manifests --to avi --settings avi.yaml      # with the plan of specs, without a stack",
    "support-bundle -s prod --listen 127.0.0.1:9815 --archive report.tar.gz",
  ],
  async run({ listen, archive, keepNames = false, output: _, ...options }, _args, command) {
    const now = new Date();
    const names = new Names(keepNames);
    let reading: Promise<unknown> | undefined;
    const state = () => {
      reading ??= stateOf(options);
      return reading;
    };
    const parts = [...toolParts(options), ...stackParts(state, names), ...specParts(options, state, names), ...watchParts(listen)];
    const statedOptions = command.options.filter((one) => command.getOptionValueSource(one.attributeName()) === "cli");
    const bundle = await bundleOf(
      parts,
      names,
      statedOptions.map(({ long, flags }) => long ?? flags),
    );
    const path = archive ?? `k8s-lb-support-${now.toISOString().slice(0, 19).replaceAll(":", "")}.tar.gz`;
    write(path, archiveOf(bundle.files, now));
    const files = bundle.files.map(({ path: file, content, about }) => ({ file, bytes: Buffer.byteLength(content), about }));
    return {
      document: { archive: path, files, missing: bundle.missing },
      table: () => report(path, files, bundle.missing, keepNames),
    };
  },
});

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
          ["MISSING", "REASON"],
          missing.map(({ file, why }) => [file, why]),
        )}`
      : "";
  const names = keepNames
    ? "Hosts, addresses and names are in it as they are; other texts are left out."
    : "It has versions, codes, counts and words of the formats; hosts, addresses and names are digests, texts are left out.";
  return `${toTable(["FILE", "BYTES", "CONTENT"], rows)}${gaps}\n${path} is written. ${names}\nLook through it before you send it: tar -xzOf ${path} | less\n`;
}
