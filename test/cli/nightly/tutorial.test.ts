import { spawn } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { k8sLb } from "../../support/cli";
import { ownPorts } from "../../support/ports";
import { PulumiLab, root } from "../pr/harness";

// docs/tutorial.md as its reader types it: every block is run, in one shell, and what it prints is what the page shows.

interface Block {
  script: string;
  /** Output that the page shows; undefined if it shows none. */
  shown?: string;
}

function blocksOf(page: string): Block[] {
  const found = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```(?:text|mermaid)\n([\s\S]*?)^```\n)?/gm)];
  return found.map(([, script = "", shown]) => ({ script, shown }));
}

const MAIN = join(root, "dist/sdk/cli/main.js");

/** The package comes from this checkout, what npm installs is linked, and Pulumi's questions are answered with yes. */
const PRELUDE = `
npx() { [ "$1" = --package ] && shift 2; shift; node ${MAIN} "$@"; }
npm() { :; }
pulumi() {
  case "$1" in up|refresh|destroy) set -- "$@" --yes;; esac
  command pulumi "$@" --non-interactive --color never
}
`;

const END = (block: number) => `@@@ end of block ${block}:`;

let lab: PulumiLab;
let env: Record<string, string>;

beforeAll(async () => {
  lab = new PulumiLab();
  symlinkSync(join(root, "node_modules"), join(lab.program, "node_modules"));
  env = { ...process.env, ...lab.env, K8S_LB_HOME: join(lab.folder, "sandbox-home") } as Record<string, string>;
  // a sandbox of its own beside that of the user: the page finds it running
  const started = await k8sLb(["sandbox", "start", "--port-base", String(ownPorts(8))], { env });
  expect(started.code, started.stderr).toBe(0);
});
afterAll(async () => {
  await k8sLb(["sandbox", "stop"], { env });
  lab?.dispose();
});

function shell(script: string): Promise<string> {
  return new Promise((done) => {
    const child = spawn("bash", ["-c", script], { cwd: lab.program, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes) => {
        output += bytes;
      });
    child.on("close", () => done(output));
  });
}

/** The same in every run. */
const comparable = (line: string) =>
  line
    .replace(/\(\d+(\.\d+)?s\)/g, "(0s)")
    .replace(/https:\/\/127\.0\.0\.1:\d+/g, "https://127.0.0.1:19440")
    .replace(/ +/g, " ")
    .trimEnd();

/** Line by line; `...` is any number of lines. */
function pattern(shown: string): RegExp {
  const lines = shown.trimEnd().split("\n");
  const parts = lines.map((line) => (line === "..." ? "(?:[^\n]*\n)*?" : `${escaped(comparable(line))}\n`));
  return new RegExp(`^${parts.join("")}$`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("every block of the tutorial does what the page says", async () => {
  const blocks = blocksOf(readFileSync(join(root, "docs/tutorial.md"), "utf8"));
  expect(blocks.length).toBeGreaterThan(12);
  const script = blocks.map((block, index) => `${block.script}\necho "${END(index)} $?"\n`).join("");
  const output = await shell(`exec 2>&1\n${PRELUDE}${script}`);
  let rest = output;
  for (const [index, { script: commands, shown }] of blocks.entries()) {
    const [messages = "", after = ""] = rest.split(END(index));
    const [code, ...following] = after.split("\n");
    rest = following.join("\n");
    const printed = messages.split("\n").map(comparable).join("\n");
    if (shown === undefined) expect.soft(Number(code), `${commands}${messages}`).toBe(0);
    else expect.soft(printed, commands).toMatch(pattern(shown));
  }
});
