import { execFileSync } from "node:child_process";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { completionCommand } from "../../../../sdk/cli/completion";
import { printedText } from "../../../support/printed";

const printed = printedText();

const verbs = () => [
  new Command("translate")
    .description("Show it's objects")
    .option("-f, --file <path...>", "manifests")
    .addOption(new Option("--to <target>", "the target").choices(["avi", "octavia"])),
  new Command("sandbox").description("Try").addCommand(new Command("start").description("serve").option("--https", "tls")),
];

async function script(shell: string): Promise<string> {
  await completionCommand(async () => verbs()).parseAsync([shell], { from: "user" });
  return printed.text;
}

/** Words that bash offers after these. */
async function offered(...words: string[]): Promise<string[]> {
  const text = await script("bash");
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const ask = `${text}\nCOMP_WORDS=(k8s-lb ${quoted})\nCOMP_CWORD=${words.length}\n_k8s_lb\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", ask], { encoding: "utf8" }).split("\n").filter(Boolean);
}

describe("k8s-lb completion", () => {
  it.each([
    [[""], ["translate", "sandbox", "--help"]],
    [["tr"], ["translate"]],
    [
      ["translate", "--"],
      ["--file", "--to", "--help"],
    ],
    [
      ["translate", "-f", "x.yaml", "--to", ""],
      ["avi", "octavia"],
    ],
    [
      ["sandbox", ""],
      ["start", "--help"],
    ],
    [
      ["sandbox", "start", "--h"],
      ["--https", "--help"],
    ],
  ])("offers in bash after %j: %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it("runs the same in zsh, and tells fish of each verb, option and word", async () => {
    expect(await script("zsh")).toMatch(/^autoload -U \+X bashcompinit && bashcompinit\n_k8s_lb\(\) \{/);
    printed.text = "";
    const lines = (await script("fish")).split("\n");
    expect(lines).toContain(
      "complete -c k8s-lb -n 'not __fish_seen_subcommand_from translate sandbox' -f -a translate -d 'Show it\\'s objects'",
    );
    expect(lines).toContain("complete -c k8s-lb -n '__fish_seen_subcommand_from translate' -l to -d 'the target' -x -a 'avi octavia'");
    expect(lines).toContain(
      "complete -c k8s-lb -n '__fish_seen_subcommand_from sandbox; and __fish_seen_subcommand_from start' -l https -d 'tls'",
    );
  });
});
