import { KINDS } from "../../provider";
import type { Properties } from "../../provider/lifecycle/bodies/json";
import { noteChange, type RunChange, takeChanges } from "../../provider/lifecycle/preview/run-changes";
import { summaryLines } from "../../provider/lifecycle/preview/summary";
import { type Plan, runFactsOf } from "../../sdk/plan";
import { parseManifests } from "../../sdk/specs";
import { TARGETS } from "../../sdk/targets";
import { faultless } from "./faults";

/** One side of a review: manifests and settings. */
export interface ReviewSide {
  specs: readonly object[];
  settings: Record<string, unknown>;
}

const OWNER = "pulumi-k8s-lb:project/stack/c1/main";

const planOf = (to: "avi" | "octavia", { specs, settings }: ReviewSide): Plan => {
  const target = TARGETS[to];
  const { objects, diagnostics } = parseManifests(JSON.stringify({ apiVersion: "v1", kind: "List", items: specs }), "specs.json");
  return faultless(target.translate(target.read(objects, diagnostics), { settings, owner: OWNER }));
};

/** The summary of a run that turns one side into the other, as the provider prints it; ids are those of the objects that there are. */
export function reviewOf(target: "avi" | "octavia", before: ReviewSide, after: ReviewSide, idOf?: (name: string) => string): string[] {
  const [olds, news] = [planOf(target, before), planOf(target, after)];
  const [was, is] = [runFactsOf(olds, before.settings), runFactsOf(news, after.settings)];
  return summaryLines(target, was, is, changesBetween(olds, news, idOf));
}

/** The comparison of each resource, as the engine asks for it. */
function changesBetween(before: Plan, after: Plan, idOf = (name: string) => `admin/${name}`): RunChange[] {
  const plain = (value: unknown): Properties => JSON.parse(JSON.stringify(value));
  for (const { kind, name, inputs } of after.resources) {
    const known = before.resources.find((one) => one.kind === kind && one.name === name);
    if (!known) continue;
    const [olds, news] = [plain(known.inputs), plain(inputs)];
    const handler = KINDS.get(kind);
    if (handler) noteChange(handler, `urn::${name}`, olds, news, handler.diff(idOf(name), olds, news));
  }
  return takeChanges(OWNER);
}
