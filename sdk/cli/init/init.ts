// `k8s-lb init`: writes a Pulumi program with manifests; overwrites nothing.

import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { packageVersion } from "../../own-package";
import { UsageError } from "../grammar";
import { arg, opt } from "../option";
import { defineVerb } from "../verb";
import { LANGUAGE_NAMES, type Language, PROGRAM_TARGETS, type ProgramTarget, projectFiles } from "./project";

export const initCommand = defineVerb({
  name: "init",
  args: [arg("<target>", "the load balancer", PROGRAM_TARGETS), arg("[dir]", "folder of the new project; created if missing").default(".")],
  options: [opt("--language <language>", "language of the program").oneOf(LANGUAGE_NAMES).usually<Language>("typescript")],
  examples: ["init avi", "init avi --language yaml", "init octavia load-balancing && cd load-balancing && npm install"],
  run: ({ language }, [target, dir]) => init(target, dir, language),
});

function init(target: ProgramTarget, dir: string, language: Language): void {
  const folder = resolve(dir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw new UsageError(`${dir} is a file: name a folder`);
  const files = projectFiles(target, { name: projectName(folder), version: packageVersion(), language });
  const taken = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (taken.length > 0)
    throw new UsageError(
      `${folder} has ${taken.join(", ")} already, and nothing is overwritten: name another folder, e.g. \`k8s-lb init ${target} load-balancing\``,
    );
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // the look above may be old by now
    writeFileSync(join(folder, file), text, { flag: "wx" });
    process.stdout.write(`${join(dir, file)}\n`);
  }
  const changeFolder = folder === process.cwd() ? "" : `cd ${dir} && `;
  const next = language === "typescript" ? "npm install, then " : "";
  process.stderr.write(`Next: ${changeFolder}${next}README.md says how to try it on a sandbox and how to point it at yours.\n`);
}

/** Name of a project that Pulumi allows: letters, digits, `-`, `_` and `.`. Of these npm allows lower case only. */
function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
  return name || "load-balancing";
}
