import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diffMarkdown } from "../../../sdk/cli/diff/markdown";
import { k8sLbCall } from "../../support/cli-call";
import { ingressV1, served } from "../../support/manifests";

const ROOT = join(__dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-diff-"));

function file(name: string, objects: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  return path;
}

const host = (name: string, service: string) => ingressV1(name, [{ host: `${name}.x.com`, path: "/", service }], { className: "avi" });
const before = file("old.json", [...served("a", 1), host("one", "a"), host("gone", "a")]);
const after = file("new.json", [...served("a", 2), host("one", "a"), host("two", "a")]);

/** Blocks of a comment: fenced ones by language, tables as rows of cells. */
function read(markdown: string) {
  const fences = new Map([...markdown.matchAll(/```(\w+)\n([\s\S]*?)\n```/g)].map(([, language = "", text = ""]) => [language, text]));
  const rows = markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return { fences, rows };
}

test("the comment of a pull request has the summary, a table per type, the fields and a picture of each side", async () => {
  const { code, stdout } = await k8sLbCall(["diff", "-f", after, "--against", before, "--to", "avi", "-o", "markdown"]);
  expect(code).toBe(0);
  const { fences, rows } = read(stdout);
  expect(stdout).toMatch(
    /^### Load balancing on avi: 2 kinds of requests are answered differently: 1 lost, 1 added, 1 Service with other servers\n/,
  );
  expect(fences.get("diff")?.split("\n")).toEqual([
    "- http://gone.x.com: now served by nobody, was default/a:80",
    "+ http://two.x.com -> default/a:80",
    "! default/a:80: 1 server, +10.0.0.2:8080, -10.0.0.1:8080",
  ]);
  expect(rows[0]).toEqual(["objects", "added", "changed", "removed"]);
  expect(rows).toContainEqual(["pool", "1", "1", "1"]);
  expect(new Set(rows.slice(0, 5).map(({ length }) => length))).toEqual(new Set([4]));
  expect(fences.get("mermaid")).toMatch(/flowchart LR[\s\S]*:::added/);
  expect(stdout.match(/<details>/g)).toHaveLength(stdout.match(/<\/details>/g)?.length ?? 0);
});

test("the same as JSON, and nothing where nothing changes", async () => {
  const { stdout } = await k8sLbCall(["diff", "-f", after, "--against", before, "--to", "avi", "-o", "json"]);
  expect(JSON.parse(stdout).summary).toContainEqual({
    of: "place",
    change: "added",
    what: "http://two.x.com/",
    is: "default/a:80 (1 server)",
  });
  const same = await k8sLbCall(["diff", "-f", after, "--against", after, "--to", "avi", "-o", "markdown"]);
  expect(same.stdout).toBe("### Load balancing on avi\n\nNo change.\n");
});

test("the page about traffic shows what its command prints", async () => {
  const page = readFileSync(join(ROOT, "docs/prove-a-change.md"), "utf8");
  const [, command = "", output = ""] = /```sh\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(page) ?? [];
  const [edit = "", diff = ""] = command.replaceAll("\\\n", "").split("|\n");
  const [, pattern = "", value = "", file = ""] = /'s\|(.*)\|(.*)\|' (\S+)/.exec(edit) ?? [];
  const input = readFileSync(join(ROOT, file), "utf8").replace(pattern, value);
  const others = ["01-services", "02-shop", "04-secure-ingress"].map((name) => `examples/quickstart/manifests/${name}.yaml`);
  const args = diff
    .trim()
    .split(/\s+/)
    .flatMap((word) => (word.includes("[124]") ? others : [word]));
  const { code, stdout } = await k8sLbCall(args.slice(1), { cwd: ROOT, input });
  expect(code).toBe(0);
  expect(stdout.slice(0, output.length)).toBe(output);
});

test("nothing of a name is markup", () => {
  const change = { change: "added", type: "pool", name: "a|b <img src=x> `c`", owners: ["Ingress/x/[y](z)"] } as const;
  const { rows } = read(diffMarkdown("avi", [], [{ ...change, owners: [...change.owners] }]));
  expect(rows.at(-1)?.slice(0, 2)).toEqual(["added", "pool a\\|b &lt;img src=x> \\`c\\`"]);
  expect(rows.at(-1)).toHaveLength(6);
});

test("the page of both sides marks what comes, goes and moves, below the summary", async () => {
  const { code, stdout } = await k8sLbCall(["diff", "-f", after, "--against", before, "--to", "avi", "-o", "html"]);
  expect(code).toBe(0);
  const [section] = stdout.split("\n").filter((line) => line.startsWith("<details") && line.includes("two.x.com"));
  expect(section).toMatch(/class="section ok added"/);
  expect(stdout).toMatch(/class="section ok removed"[^\n]*gone\.x\.com/);
  expect(stdout).toContain("<p>default/a:80: 1 server, +10.0.0.2:8080, -10.0.0.1:8080</p>".replace(/^<p>/, "<p>~ "));
});
