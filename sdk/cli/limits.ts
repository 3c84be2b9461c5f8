// `k8s-lb limits`: lists limits and quotas of a load balancer, how much of them is free, and what specs need.

import { BACK_ENDS, findLimits, type LimitedBackEnd, type LimitState } from "../../provider";
import { usesText } from "../../requests/review/resource-usage";
import type { Facts } from "../plan";
import { TARGETS } from "../targets";
import { outputOption, targetOption } from "./grammar";
import { CLUSTER_OPTIONS, fileOption, type InputOptions, namesInputs, readObjects } from "./inputs";
import { withProgress } from "./progress";
import { readSettings, refuseWrongSettings, settingsOption } from "./settings";
import { toTable } from "./table";
import { defineVerb } from "./verb";

/** Names of the back ends that have limits. */
const LIMITED = Object.values(BACK_ENDS).flatMap(({ name, limits }) => (limits ? [name] : []));

export const limitsCommand = defineVerb({
  name: "limits",
  options: [
    targetOption<LimitedBackEnd>(LIMITED, "load balancer to query; the connection comes from the environment").needed(),
    fileOption(": show also what these specs need"),
    settingsOption(),
    outputOption(["table", "json", "yaml"]),
    ...CLUSTER_OPTIONS,
  ],
  examples: ["limits --to octavia", "limits --to avi -f manifests --settings avi.yaml"],
  async run(options) {
    const { to: target } = options;
    const { needs = {}, uses } = await factsOf(options);
    const limits = await withProgress(`Asking ${target}`, () => findLimits(target, needs));
    const used = uses ? `\nThe specs use ${usesText(uses)} in all.\n` : "";
    return { document: { target, limits, uses }, table: () => table(target, limits) + used };
  },
});

/** Nothing where no specs are named. */
async function factsOf(options: InputOptions & { to: LimitedBackEnd; settings?: string }): Promise<Partial<Pick<Facts, "needs" | "uses">>> {
  if (!namesInputs(options)) return {};
  const settings = readSettings(options.settings);
  const target = TARGETS[options.to];
  const plan = target.translate(target.read(await readObjects(options, target.family(settings), "the specs cannot be read")), { settings });
  refuseWrongSettings(plan.diagnostics);
  return plan.facts;
}

function table(target: LimitedBackEnd, limits: readonly LimitState[]): string {
  if (limits.length === 0) return `${target} reports no limits.\n`;
  const text = (value: number | undefined, otherwise = "-") => (value === undefined ? otherwise : String(value));
  const rows = limits.map(({ limit, most, used, left, needed }) => [limit, text(most, "none"), text(used), text(left), text(needed)]);
  return toTable(["RESOURCE", "LIMIT", "USED", "FREE", "REQUIRED"], rows);
}
