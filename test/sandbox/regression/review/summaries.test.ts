import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { summaryLines } from "../../../../provider/lifecycle/preview/summary";
import { reviewChanges } from "../../../../requests/review/changes";
import { reviewLines } from "../../../../requests/review/lines";
import { readSpecs } from "../../../../sdk/frontends";
import { poolsIn, runFactsOf } from "../../../../sdk/plan";
import { requestReview } from "../../../../sdk/requests/changes";
import { parseManifests } from "../../../../sdk/specs";
import { TARGETS, type TargetName } from "../../../../sdk/targets";
import { requestSide } from "../../../../sdk/targets/request-side";

// The first three lines of a review are all that many people read: each change of summaries/ on each of its targets, with the EndpointSlices of the
// specs and without any, as `helm template` writes them. New lines are read against what the change does, then taken over: npx vitest -u.

const FOLDER = join(__dirname, "summaries");

function sideOf(text: string, file: string, to: TargetName, settings: Record<string, unknown>) {
  const { objects, diagnostics } = parseManifests(text, file);
  const specs = readSpecs(objects, diagnostics);
  const plan = TARGETS[to].translate(specs, { settings });
  return { plan, facts: runFactsOf(plan, settings), requests: requestSide(TARGETS[to], specs, settings, plan) };
}

/** Manifests without Endpoints and EndpointSlices. */
const withoutServers = (text: string): string =>
  parseAllDocuments(text)
    .filter((document) => !/^Endpoint(s|Slice)$/.test(String(document.get("kind"))))
    .map((document) => `---\n${stringify(document.toJSON())}`)
    .join("");

describe.each(readdirSync(FOLDER))("change %s", (name) => {
  const read = (file: string) => readFileSync(join(FOLDER, name, file), "utf8");
  const targets = readdirSync(join(FOLDER, name)).flatMap((file) => /^settings\.(\w+)\.json$/.exec(file)?.[1] ?? []);

  it.each(targets.flatMap((target) => [[target, "with slices"] as const, [target, "without slices"] as const]))(
    "on %s, %s",
    (target, how) => {
      const to = target === "octavia" ? "octavia" : "avi";
      const settings = JSON.parse(read(`settings.${target}.json`));
      const [before, after] = ["before.yaml", "after.yaml"].map((file) => {
        const text = read(file);
        return sideOf(how === "with slices" ? text : withoutServers(text), file, to, settings);
      });
      if (!before?.requests || !after?.requests) throw new TypeError("two sides are compared");
      const requests = requestReview(to, before.requests, after.requests, poolsIn(before.plan.facts));
      const lines = reviewLines(reviewChanges(before.facts, after.facts), [], requests);
      expect(lines.slice(0, 4)).toMatchSnapshot();
      if (how === "with slices" && !lines.some((line) => line.includes("new pool"))) {
        const [was, is] = [before.facts, after.facts].map((facts) => JSON.parse(JSON.stringify({ ...facts, uses: undefined })));
        expect(summaryLines(to, was, is, []).slice(0, 4)).toEqual(lines.slice(0, 4));
      }
    },
  );
});
