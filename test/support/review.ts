import { KINDS } from "../../provider";
import type { Properties } from "../../provider/lifecycle/json";
import { noteChange, type RunChange, takeChanges } from "../../provider/lifecycle/run-changes";
import { summaryLines } from "../../provider/lifecycle/summary";
import { aviLayout } from "../../sdk/avi/places";
import { translateToAvi } from "../../sdk/avi/translate";
import { readSpecs } from "../../sdk/frontends";
import type { Layout } from "../../sdk/move";
import { octaviaLayout } from "../../sdk/octavia/plan";
import { translateToOctavia } from "../../sdk/octavia/translate";
import { reviewFactsOf } from "../../sdk/review";
import { parseManifests } from "../../sdk/specs";

/** One side of a review: manifests and settings. */
export interface ReviewSide {
  specs: readonly object[];
  settings: Record<string, unknown>;
}

const OWNER = "pulumi-k8s-lb:project/stack/c1/main";

const TRANSLATE = {
  avi({ specs, settings }: ReviewSide) {
    const plan = translateToAvi(specsOf(specs), { settings, owner: OWNER });
    return { plan, layout: aviLayout(plan) };
  },
  octavia({ specs, settings }: ReviewSide) {
    const plan = translateToOctavia(specsOf(specs), { settings, owner: OWNER });
    return { plan, layout: octaviaLayout(plan) };
  },
};

function specsOf(specs: readonly object[]) {
  const { objects, diagnostics } = parseManifests(JSON.stringify({ apiVersion: "v1", kind: "List", items: specs }), "specs.json");
  return readSpecs(objects, diagnostics);
}

/** The summary of a run that turns one side into the other, as the provider prints it. */
export function reviewOf(target: "avi" | "octavia", before: ReviewSide, after: ReviewSide): string[] {
  const [olds, news] = [TRANSLATE[target](before), TRANSLATE[target](after)];
  const [was, is] = [factsOf(olds, before), factsOf(news, after)];
  return summaryLines(was, is, changesBetween(olds.layout, news.layout));
}

function factsOf({ plan, layout }: ReturnType<(typeof TRANSLATE)["avi" | "octavia"]>, { settings }: ReviewSide) {
  return reviewFactsOf({ routes: plan.review, places: layout.places, certificates: plan.certificates }, settings);
}

/** The comparison of each resource, as the engine asks for it. */
function changesBetween(before: Layout, after: Layout): RunChange[] {
  const plain = (value: unknown): Properties => JSON.parse(JSON.stringify(value));
  for (const { kind, name, inputs } of after.resources) {
    const known = before.resources.find((one) => one.kind === kind && one.name === name);
    if (!known) continue;
    const [olds, news] = [plain(known.inputs), plain(inputs)];
    const found = KINDS.get(kind)?.diff(`admin/${name}`, olds, news) ?? { changes: [], replaces: [] };
    noteChange(kind, `urn::${name}`, olds, news, found);
  }
  return takeChanges(OWNER);
}
