// `k8s-lb completion`: prints a script for a shell, which completes verbs, options and the words that options take.

import type { Command } from "commander";
import { arg } from "./option";
import { defineVerb } from "./verb";

type Shell = keyof typeof SCRIPTS;

/** @param all every verb with its options */
export const completionCommand = (all: () => Promise<readonly Command[]>): Command =>
  defineVerb({
    name: "completion",
    args: [arg("<shell>", undefined, Object.keys(SCRIPTS) as Shell[])],
    examples: [
      'completion bash        # eval "$(k8s-lb completion bash)" in ~/.bashrc',
      'completion zsh         # eval "$(k8s-lb completion zsh)" in ~/.zshrc, after compinit',
      "completion fish        # k8s-lb completion fish > ~/.config/fish/completions/k8s-lb.fish",
    ],
    async run(_options, [shell]) {
      process.stdout.write(SCRIPTS[shell](wordsOf("", await all())));
    },
  })();

/** Words that may follow the verbs so far; `values` by the option to which they belong. */
interface Words {
  after: string;
  verbs: { name: string; description: string }[];
  options: { flags: string[]; description: string; needsValue: boolean; values: readonly string[] }[];
  values: readonly string[];
}

function wordsOf(after: string, commands: readonly Command[]): Words[] {
  const verbs = commands.map((command) => ({ name: command.name(), description: command.description() }));
  return [{ after, verbs, options: [], values: [] }, ...commands.flatMap((command) => below(`${after} ${command.name()}`.trim(), command))];
}

function below(after: string, command: Command): Words[] {
  const options = command.options.map(({ short, long, description, required, argChoices = [] }) => ({
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    needsValue: required,
    values: argChoices,
  }));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const [topLevel, ...rest] = wordsOf(after, command.commands);
  return [{ after, verbs: topLevel?.verbs ?? [], options, values }, ...rest];
}

const flagsOf = ({ options }: Words): string[] => options.flatMap(({ flags }) => flags);

const SCRIPTS = { bash, zsh: (words: readonly Words[]) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`, fish } as const;

/** The verbs typed so far decide what is completed; without a match, files. zsh runs the same script through bashcompinit. */
function bash(words: readonly Words[]): string {
  const places = words.map((entry) => {
    const next = [...entry.verbs.map(({ name }) => name), ...entry.values, ...flagsOf(entry), "--help"].join(" ");
    const values = entry.options
      .filter((option) => option.needsValue)
      .map((option) => `        ${option.flags.join("|")}) words="${option.values.join(" ")}" ;;\n`);
    const choice = values.length > 0 ? `      case "$before" in\n${values.join("")}      esac\n` : "";
    return `    "${entry.after}")\n      words="${next}"\n${choice}      ;;\n`;
  });
  return `_k8s_lb() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" verb="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case " ${words.map(({ after }) => after.replaceAll(" ", "/")).join(" ")} " in *" \${verb:+$verb/}$word "*) verb="\${verb:+$verb/}$word" ;; esac
  done
  case "\${verb//\\// }" in
${places.join("")}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _k8s_lb k8s-lb
`;
}

function fish(words: readonly Words[]): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = words.flatMap(({ after, verbs, options, values }) => {
    const conditions = after
      .split(" ")
      .filter(Boolean)
      .map((verb) => `__fish_seen_subcommand_from ${verb}`);
    const none = verbs.length > 0 ? [`not __fish_seen_subcommand_from ${verbs.map(({ name }) => name).join(" ")}`] : [];
    const here = `complete -c k8s-lb -n ${quote([...conditions, ...none].join("; and ") || "true")}`;
    return [
      ...verbs.map(({ name, description }) => `${here} -f -a ${name} -d ${quote(description)}`),
      ...values.map((value) => `${here} -f -a ${value}`),
      ...options.map((option) => {
        const flags = option.flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        const taken = option.values.length > 0 ? ` -x -a ${quote(option.values.join(" "))}` : option.needsValue ? " -r" : "";
        return `${here} ${flags.join(" ")} -d ${quote(option.description)}${taken}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
