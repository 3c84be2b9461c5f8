// The files of a project that `k8s-lb init` writes: templates of the folder beside this file, with the facts of the project in them.
import { existsSync, readFileSync } from "node:fs";
import { stringify } from "yaml";
import { ownFile, pluginAddress } from "../../own-package";

/** Title of each load balancer that `init` has programs for. */
const TITLES = { avi: "Avi (NSX ALB)", octavia: "OpenStack Octavia", mizar: "Mizar" };

export type ProgramTarget = keyof typeof TITLES;

export const PROGRAM_TARGETS = Object.keys(TITLES) as ProgramTarget[];

/** Languages of programs: files of each, requirements besides Node and Pulumi, and the call of the command. */
const LANGUAGES = {
  typescript: { files: ["Pulumi.yaml", "package.json", "tsconfig.json", "index.ts"], needs: "", "k8s-lb": "npx k8s-lb" },
  yaml: { files: ["Pulumi.yaml", "sdks/k8s-lb/k8s-lb-{{version}}.yaml"], needs: "", "k8s-lb": "k8s-lb" },
  python: { files: ["Pulumi.yaml", "__main__.py", "requirements.txt"], needs: ", Python 3.9 or later", "k8s-lb": "k8s-lb" },
};

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** Files of every language; a target without such a template has none. */
const COMMON_FILES = ["manifests/shop.yaml", "requests.yaml", "settings.yaml", "README.md", ".gitignore"];

export interface Project {
  name: string;
  /** Release of this package, which the project must use. */
  version: string;
  language: Language;
}

/** The files of a project, by path. */
export function projectFiles(target: ProgramTarget, { name, version, language }: Project): { [file: string]: string } {
  const { files, ...facts } = LANGUAGES[language];
  const words = { ...facts, name, version, title: TITLES[target], yamlName: stringify(name).trimEnd(), pluginAddress: pluginAddress() };
  const folders = [`${target}/${language}/`, `${target}/`, `${language}/`, ""];
  const filled = (text: string): string =>
    text
      .replaceAll(/^\{\{(\w+\.sh)\}\}\n/gm, (_, part: string) => filledTemplate(part) ?? "")
      .replaceAll(/\{\{([\w-]+)\}\}/g, (_, word: string) => Reflect.get(words, word));
  const filledTemplate = (file: string): string | undefined => {
    const template = folders.map((folder) => ownFile(`sdk/cli/init/templates/${folder}${file}.tmpl`)).find(existsSync);
    return template && filled(readFileSync(template, "utf8"));
  };
  return Object.fromEntries(
    [...files, ...COMMON_FILES].flatMap((file) => {
      const text = filledTemplate(file);
      return text === undefined ? [] : [[filled(file), text]];
    }),
  );
}
