import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { answerText } from "../../requests/messages";
import { reviewChanges } from "../../requests/review/changes";
import { reviewLines } from "../../requests/review/lines";
import { describeObject } from "../../resources/diagnostic";
import { diagnosticsOf, poolsIn, runFactsOf } from "../../sdk/plan";
import { requestReview } from "../../sdk/requests/changes";
import { RequestExplainer } from "../../sdk/requests/explain";
import { ruleText } from "../../sdk/requests/text";
import { parseManifests } from "../../sdk/specs";
import { TARGETS } from "../../sdk/targets";
import { requestSide } from "../../sdk/targets/request-side";

// Public reports and files of people who do this job: what each gets today. A new answer is read against right.md, then taken over: npx vitest -u.

/** Requests and comparisons of a folder, beside the translation of each of its files. */
interface Report {
  /** Settings that are tried one after the other, beside those of the folder. */
  settings?: Record<string, unknown>[];
  /** URLs, each with its headers behind `|`. */
  requests?: string[];
  changes?: [before: string, after: string][];
  /** Files that are for Octavia, in a folder for Avi. */
  octavia?: string[];
}

const FOLDER = join(__dirname, "reports");
const REPORTS: Record<string, Report> = parse(readFileSync(join(FOLDER, "reports.yaml"), "utf8"));
const OCTAVIA = { naming: "kuryr", project_id: "p", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" };

const read = (...path: string[]): string => readFileSync(join(FOLDER, ...path), "utf8");
const isInput = (file: string): boolean => /\.(yaml|json)$/.test(file) && !/settings|requests|kuryr\.json/.test(file);

type Side = ReturnType<typeof sideOf>;

function sideOf(to: "avi" | "octavia", folder: string, file: string, settings: Record<string, unknown>) {
  const target = TARGETS[to];
  const { objects, diagnostics } = parseManifests(read(folder, file), file);
  const nodes = folder.startsWith("stacks/") ? parseManifests(read("stacks", "_nodes.yaml"), "_nodes.yaml").objects : [];
  const specs = target.read([...objects, ...nodes], diagnostics);
  const plan = target.translate(specs, { settings });
  return { to, plan, settings, facts: runFactsOf(plan, settings), requests: requestSide(target, specs, settings, plan) };
}

function answersOf({ plan, requests }: Side, urls: readonly string[]): string[] {
  const statuses = plan.statuses.map(({ object, state, description }) => `${describeObject(object)}: ${state} ${description}`.trim());
  const said = diagnosticsOf(plan).map(
    ({ severity, code, object, pointer, message }) => `${severity} ${code} ${describeObject(object)} ${pointer}: ${message}`,
  );
  const asked = requests && new RequestExplainer(requests);
  const answers = urls.map((line) => {
    const [url = "", ...headers] = line.split(" | ");
    const found = asked?.explain({ url, method: "GET", headers: Object.fromEntries(headers.map((one) => one.split("="))) });
    if (!found) return `${line}: is no URL`;
    const servers = found.answer.kind === "forward" ? found.answer.to.flatMap((part) => part.servers ?? []) : [];
    return `${line}: ${[answerText(found.answer), ...servers].join(" ")} (${found.rule ? ruleText(found.rule) : "no rule"})`;
  });
  return [...statuses, ...said, ...answers];
}

function changesOf(before: Side, after: Side): string[] {
  if (!before.requests || !after.requests) throw new TypeError("two sides are compared");
  const requests = requestReview(before.to, before.requests, after.requests, poolsIn(before.plan.facts));
  return reviewLines(reviewChanges(before.facts, after.facts), [], requests);
}

const folders = ["avi", "ingress", "octavia", "stacks"].flatMap((group) =>
  readdirSync(join(FOLDER, group), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [`${group}/${one.name}`] : [])),
);

describe("public reports", () => {
  it.each(folders)("%s is answered as its right.md has it", async (folder) => {
    const { settings: variants = [{}], requests = [], changes = [], octavia = [] } = REPORTS[folder] ?? {};
    const own = JSON.parse(read(folder, "settings.json"));
    const files = readdirSync(join(FOLDER, folder)).filter(isInput).sort();
    const side = (file: string, more: object): Side => {
      const isOctavia = /^(octavia|stacks)\//.test(folder) || octavia.includes(file);
      return sideOf(isOctavia ? "octavia" : "avi", folder, file, octavia.includes(file) ? OCTAVIA : { ...own, ...more });
    };
    const blocks = variants.flatMap((more) => [
      ...files.map((file) => [[file, ...Object.values(more)].join(" "), answersOf(side(file, more), requests)] as const),
      ...changes.map(([before, after]) => [`${before} -> ${after}`, changesOf(side(before, more), side(after, more))] as const),
    ]);
    const text = blocks.map(([title, lines]) => `== ${title}\n${lines.join("\n")}\n`).join("\n");
    await expect(text).toMatchFileSnapshot(join(FOLDER, folder, "answers.txt"));
  });

  const corpus = readdirSync(join(FOLDER, "corpus")).filter((file) => /^\d+\.(yaml|json)$/.test(file));
  it.each(corpus)("corpus/%s is answered as its README has it", async (file) => {
    const [name] = file.split(".");
    const settings = JSON.parse(read("corpus", `${name}.settings.json`));
    const isOctavia = ["06", "14", "15", "17"].includes(name ?? "");
    const lines = answersOf(sideOf(isOctavia ? "octavia" : "avi", "corpus", file, settings), []);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(FOLDER, "corpus", `${name}.answers.txt`));
  });
});
