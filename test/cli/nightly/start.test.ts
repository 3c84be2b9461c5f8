import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownPorts } from "../../support/ports";
import { PulumiLab, root } from "../pr/harness";

// `npm start` as a new user runs it. docs/examples.md shows what it says: with RECORD=1 this test writes it there, else it compares.

const PAGE = join(root, "docs/examples.md");
const PLACE = /(<!-- npm start: .* -->\n\n```\n)([\s\S]*?)(```\n\n<!-- \/npm start -->)/;
const STACK = "tst";

let lab: PulumiLab;
let env: { [name: string]: string };

beforeAll(async () => {
  lab = new PulumiLab();
  env = { ...lab.env, K8S_LB_HOME: join(lab.folder, "home"), PULUMI_STACK: STACK, CI: "true" };
  // a sandbox of its own beside that of the user: what is running is found; below the ports that the system gives to the servers of other tests
  const { code, output } = await node("dist/sdk/cli/main.js", "sandbox", "start", "--port-base", String(ownPorts(8)));
  expect(code, output).toBe(0);
});
afterAll(async () => {
  await node("tools/pulumi.mjs", "stack", "rm", STACK, "--yes", "--force", "--non-interactive");
  await node("dist/sdk/cli/main.js", "sandbox", "stop");
  lab?.dispose();
});

/** Runs a command of ours; returns its exit code and both output streams in their order. */
function node(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes) => {
        output += bytes;
      });
    }
    child.on("close", (code) => done({ code, output }));
  });
}

/** From `pulumi up` on, for the stack that a user has, whose name is as long. */
const transcript = (output: string): string =>
  output
    .slice(output.indexOf("Running `pulumi up`"))
    .replaceAll(STACK, "dev")
    .replace(/^ +\.\.\. .*\n/gm, "")
    .replace(/done after .*/, "done after 9 s");

/** The same for every run: rows come as they are done, and who asks first has the first address. */
function comparable(text: string): string {
  const lines = text.split("\n");
  const rows = lines.filter((line) => /^ {3}\S+ /.test(line)).sort();
  const others = lines.filter((line) => !rows.includes(line));
  const names = new Map<string, string>();
  const masked = (line: string) => line.replace(/\b10\.250\.250\.\d+/g, (address) => names.get(address) ?? name(address));
  const name = (address: string) => {
    names.set(address, `address ${names.size + 1}`);
    return String(names.get(address));
  };
  // the outputs first: they are in the order of their names
  return [...others.map(masked), ...rows.map(masked).sort()].join("\n");
}

test("what npm start says is what the PAGE shows, and a second run changes nothing", async () => {
  const first = await node("tools/start.mjs");
  expect(first.code, first.output).toBe(0);
  const readme = readFileSync(PAGE, "utf8");
  const messages = transcript(first.output);
  if (process.env.RECORD === "1")
    writeFileSync(
      PAGE,
      readme.replace(PLACE, (_, open, _old, close) => `${open}${messages}${close}`),
    );
  else expect(comparable(messages)).toBe(comparable(PLACE.exec(readme)?.[2] ?? ""));
  const second = await node("tools/start.mjs");
  expect(second.output).toContain("Nothing changed: everything already is as the program says.");
  expect((await node("tools/pulumi.mjs", "destroy", "--yes", "--skip-preview", "--non-interactive")).output).toMatch(/16 deleted/);
});
