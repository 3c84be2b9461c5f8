import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KINDS } from "../../../../provider";
import type { Answer } from "../../../../requests/answer/effect";
import { requestLines } from "../../../../requests/differences/change-lines";
import { answerText } from "../../../../requests/messages";
import { factsIn } from "../../../../requests/review/facts";
import { compressed } from "../../../../resources/compressed";
import { FINDINGS } from "../../../../resources/summary";
import { readSpecs } from "../../../../sdk/frontends";
import { factsText, findingsIn, runFactsOf } from "../../../../sdk/plan";
import { requestChanges, type ShownChange, shownChange } from "../../../../sdk/requests/changes";
import { desiredRules } from "../../../../sdk/requests/desired";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import type { RequestSide } from "../../../../sdk/requests/rules-with-owners";
import { parseManifests } from "../../../../sdk/specs";
import { TARGETS, type TargetName } from "../../../../sdk/targets";
import { faultless } from "../../../support/faults";

/** Changes of manifests, and what requests get before and after: the form is in their README. */

const FOLDER = join(__dirname, "../../../cases/changes");

type Expected = string | { [service: string]: number } | { to: string; path?: string; host?: string; set?: object };
type ByTarget<T> = T | { avi?: T; octavia?: T };
interface Entry {
  request: string;
  headers?: Record<string, string>;
  on?: TargetName[];
  was?: ByTarget<Expected>;
  is: ByTarget<Expected>;
}
interface Case {
  title: string;
  silent: ByTarget<boolean>;
  says: ByTarget<string[]>;
  saysNot?: ByTarget<string[]>;
  targets: { [target in TargetName]?: Record<string, unknown> };
  changed: Entry[];
  unchanged: Entry[];
}

const of = <T>(value: ByTarget<T>, target: TargetName): T =>
  typeof value === "object" && value !== null && ("avi" in value || "octavia" in value)
    ? ((value as Record<string, T>)[target] as T)
    : (value as T);

function fits(answer: Answer, expected: Expected): boolean {
  if (typeof expected === "object") {
    if (answer.kind !== "forward") return false;
    if ("to" in expected && typeof expected.to === "string")
      return fits(answer, expected.to) && (expected.path === undefined || answer.path === expected.path);
    const shares = Object.entries(expected as Record<string, number>);
    return shares.every(([service, share]) => Math.abs((answer.to.find((one) => one.service === service)?.share ?? 0) - share) < 0.01);
  }
  if (expected === "closed") return answer.kind === "closed";
  if (expected === "nothing")
    return answer.kind === "closed" || (answer.kind === "status" && [null, 404, 503].includes(answer.status)) || isFailed(answer);
  if (expected.startsWith("status ")) return answer.kind === "status" && String(answer.status) === expected.slice("status ".length);
  const [, status, location] = /^redirect (?:(\d+) )?(.*)$/.exec(expected) ?? [];
  if (location !== undefined)
    return answer.kind === "redirect" && answer.location === location && (status === undefined || answer.status === Number(status));
  return answer.kind === "forward" && answer.to.length === 1 && answer.to[0]?.service === expected;
}

const isFailed = (answer: Answer): boolean => answer.kind === "forward" && answer.to.every(({ servers = [] }) => servers.length === 0);

function asker(folder: string, file: string, target: TargetName, settings: Record<string, unknown>) {
  const { objects, diagnostics } = parseManifests(readFileSync(join(folder, file), "utf8"), file);
  const specs = readSpecs(objects, diagnostics);
  const to = TARGETS[target];
  const view = to.balancer?.gatewayView(specs, settings);
  const plan = faultless(to.translate(specs, { settings }));
  const served = to.balancer!.served(plan);
  if (!view || !served) throw new TypeError(`${target} answers no requests`);
  const asked = desiredRules(view.model);
  const side: RequestSide = { desired: asked, served };
  const requests = new RequestExplainer({ desired: asked, ...(served ? { served } : {}) });
  const ask = ({ request, headers = {} }: Entry): Answer => {
    const [method = "GET", url = ""] = request.includes(" ") ? request.split(" ") : ["GET", request];
    const found = requests.explain({ url, method, headers });
    if (!found) throw new TypeError(`no request: ${request}`);
    return found.answer;
  };
  const facts = compressed(factsText(runFactsOf(plan, settings)));
  return { side, ask, facts, findings: compressed(JSON.stringify(findingsIn(plan))) };
}

/** Lines that the check of a component's summary prints, with the facts that the run before has left. */
async function previewed(target: TargetName, before: string, after: string, findings: string): Promise<string> {
  const printed: string[] = [];
  const ctx = { config: { get: () => undefined }, progress: () => undefined, notice: (text: string) => void printed.push(text) };
  const print = async (text: string) => void printed.push(text);
  const inspect = KINDS.get(`${target}:Summary`)?.inspect;
  const failures = await inspect?.(
    { ...ctx, summary: print, warn: print },
    { owner: "o", __facts: before },
    { owner: "o", __facts: after, [FINDINGS]: findings },
  );
  expect(failures).toEqual([]);
  return printed.join("\n");
}

const hostOf = (url: string): string => new URL(url.replace(/^GET /, "")).hostname;

/** True for a change of requests that belongs to an entry: its host, and both answers; another request of it may have another location. */
function belongs({ host, was, is }: ShownChange, { request, was: before = "nothing", is: after }: Entry, target: TargetName): boolean {
  const { hostname } = { hostname: hostOf(request) };
  const isAt =
    host === null || host === hostname || (host.startsWith("*.") && hostname.endsWith(host.slice(1))) || /^(tcp|udp|tls):/.test(request);
  const loosely = (answer: Answer, expected: Expected) =>
    fits(answer, expected) ||
    (typeof expected === "string" && expected.startsWith("redirect") && answer.kind === "redirect") ||
    ("to" in Object(expected) && answer.kind === "forward");
  return isAt && loosely(was, of(before, target)) && loosely(is, of(after, target));
}

describe.each(readdirSync(FOLDER).filter((name) => /^\d/.test(name)))("review %s", (name) => {
  const folder = join(FOLDER, name);
  const { targets, changed, unchanged, silent, says, saysNot = [] }: Case = JSON.parse(readFileSync(join(folder, "case.json"), "utf8"));
  for (const [target, settings] of Object.entries(targets) as [TargetName, Record<string, unknown>][])
    test(`on ${target}: requests get what the case says, in a comparison and in a preview`, async () => {
      const [before, after] = ["before.yaml", "after.yaml"].map((file) => asker(folder, file, target, settings));
      const wrong: string[] = [];
      for (const entry of [...changed, ...unchanged]) {
        if (entry.on && !entry.on.includes(target)) continue;
        const is = of(entry.is, target);
        const was = entry.was === undefined ? is : of(entry.was, target);
        for (const [side, ask, expected] of [
          ["before", before, was],
          ["after", after, is],
        ] as const) {
          const got = ask?.ask(entry);
          if (got && !fits(got, expected))
            wrong.push(`${side} ${entry.request}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`);
        }
      }
      expect(wrong).toEqual([]);
      if (!before || !after) throw new TypeError("two sides are compared");
      const compared = requestChanges(before.side, after.side);
      const found = compared.changes.map(shownChange);
      const mine = changed.filter((entry) => !entry.on || entry.on.includes(target));
      const missed = mine.filter((entry) => !found.some((one) => belongs(one, entry, target)));
      const invented = found.filter((one) => !mine.some((entry) => belongs(one, entry, target)));
      expect(
        missed.map(({ request }) => request),
        requestLines(compared).join("\n"),
      ).toEqual([]);
      expect(invented.map(({ region, was, is }) => `${region}: ${answerText(was)} -> ${answerText(is)}`)).toEqual([]);
      const lines = requestLines(compared);
      if (of(silent, target)) expect(lines).toEqual([]);
      const preview = await previewed(target, before.facts, after.facts, after.findings);
      expect(preview.split("\n").filter((line) => lines.includes(line.trim()))).toHaveLength(lines.length);
      expect(preview.includes("answered differently")).toBe(lines.length > 0);
      for (const text of of(says, target)) expect(preview.toLowerCase()).toContain(text.toLowerCase());
      for (const text of of(saysNot, target)) expect(preview.toLowerCase()).not.toContain(text.toLowerCase());
      const { rules } = factsIn(before.facts);
      for (const key of ['"file"', '"line"', '"pointer"', ".yaml", "PRIVATE"]) expect(JSON.stringify(rules)).not.toContain(key);
    });
});
