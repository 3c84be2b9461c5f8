// The verb `adopt`: what taking over the objects of another controller changes, and the removal of what it leaves.
import { type AdoptionReport, BACK_ENDS, configSource, otherAkoVersion, type Swept } from "../../../provider";
import { type Plan, shownResources } from "../../plan";
import { isWrongSetting } from "../../settings";
import { isFatal, type RawObject } from "../../specs";
import { type SettingsInput, TARGETS } from "../../targets";
import { EXIT, exitCodeOption, outputOption, UsageError } from "../grammar";
import { CLUSTER_OPTIONS, fileOption, readObjects } from "../inputs";
import { opt } from "../option";
import { print, printNote, reportDiagnostics } from "../output";
import { clusterOption, noteClusterName, readSettings, settingsOption, withCluster } from "../settings";
import { defineVerb } from "../verb";
import { adoptionTable, sweepTable } from "./adoption-table";

/** Every controller whose objects a target takes over. */
const CONTROLLERS = Object.values(BACK_ENDS).flatMap(({ name, adoption }) => {
  const target = TARGETS[name];
  return Object.entries(target.balancer?.takeOver ?? {}).flatMap(([controller, takeOver]) =>
    adoption?.from.includes(controller) ? [{ controller, target, takeOver, adoption }] : [],
  );
});

/** `k8s-lb adopt`: compares the objects of another controller with the specs; `--sweep` lists and removes what would be left behind. */
export const adoptCommand = defineVerb({
  name: "adopt",
  options: [
    opt("--from <controller>", "controller that created the objects; default: from `naming` in the settings").oneOf(
      CONTROLLERS.map(({ controller }) => controller),
    ),
    fileOption(),
    settingsOption(),
    clusterOption(),
    opt("--sweep", "list what would be left behind, in the order in which it can be deleted"),
    opt("--yes", "with --sweep: delete it"),
    outputOption(["table", "json", "yaml"]),
    exitCodeOption("when adoption would change, create or leave anything"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "adopt --kubeconfig --settings avi.yaml",
    "adopt --from occm -f cluster.yaml --settings openstack.yaml -o json",
    "adopt --kubeconfig --settings avi.yaml --sweep --yes",
  ],
  async run(options) {
    const { sweep = false, yes = false, output } = options;
    if (yes && !sweep) throw new UsageError("--yes goes with --sweep: without it nothing is written");
    const fileSettings = readSettings(options.settings);
    const from = fromOf(options.from, fileSettings);
    const taken = takenFrom(from);
    const { target, takeOver, adoption } = taken;
    const settings = withCluster({ ...takeOver.settings(fileSettings) }, options.cluster, target.name);
    if (sweep && takeOver.notSwept) throw new UsageError(`--sweep is for Avi: ${takeOver.notSwept}`);
    if (sweep && (options.namespace || options.selector || options.kind || settings.part !== undefined))
      throw new UsageError(
        "--sweep looks at the whole cluster: what -n, -l, --kind or the setting `part` leave out would count as left behind; run it without them",
      );
    const objects = await readObjects(options, target.family(settings), "nothing to compare");
    noteClusterName(settings, target.name);
    const question = requested(taken, objects, settings);
    const unsafe = sweep ? unsafeBecause(question) : undefined;
    if (unsafe !== undefined) {
      printNote(`error: ${unsafe}`);
      return EXIT.usage;
    }

    const config = configSource(target.name, undefined);
    const report = await adoption.report(config, question);
    for (const note of report.notes) printNote(`note: ${note}`);
    if (report.refusal !== undefined) {
      // the plan fits nothing of what is there: then all of it would count as left behind
      print(output, { schemaVersion: 1, from, ...report }, () => "");
      printNote(`error: ${report.refusal}`);
      return EXIT.usage;
    }
    const otherNaming = question.naming === report.generation?.naming ? undefined : report.generation;
    if (otherNaming !== undefined || !sweep) print(output, { schemaVersion: 1, from, ...report }, () => adoptionTable(report));
    if (otherNaming !== undefined) {
      // as the run that adopts would say it; nothing is swept that fits the other naming
      printNote(`error: ${otherAkoVersion(otherNaming, question.naming)}`);
      return EXIT.usage;
    }
    if (!sweep) return !isClean(report);
    const onSwept = ({ object, outcome }: Swept) => printNote(`${outcome} ${object}`);
    const swept = yes ? await adoption.sweep?.(config, report.left, question, onSwept) : undefined;
    return {
      document: { from, left: report.left, ...(swept ? { swept } : {}) },
      table: () => sweepTable(report.left, swept),
      isFound: report.left.length > 0,
      code: swept?.some(({ outcome }) => outcome === "failed") ? EXIT.backend : undefined,
    };
  },
});

/** Reason why a sweep would remove objects that are still wanted; undefined if it would not. */
function unsafeBecause({ planned, halfRead, lacks }: RequestedAdoption): string | undefined {
  if (halfRead) return "the objects of a faulty spec would count as left behind; correct the faults, then sweep";
  if (planned.length === 0)
    return "the specs describe nothing, so everything of the cluster would count as left behind; are these the specs of another cluster?";
  if (lacks.length === 0) return undefined;
  return `the specs lack ${lacks.join(", ")}, and what is made of it would count as left behind; complete the specs, then sweep`;
}

/** The controller that is named, or that the naming in the settings is of; else the first of the table. */
function fromOf(wanted: string | undefined, { naming }: { naming?: unknown }): string {
  const named = CONTROLLERS.some(({ controller }) => controller === naming) ? String(naming) : undefined;
  const [{ controller: first } = { controller: "" }] = CONTROLLERS;
  const stated = named ?? (naming === undefined ? undefined : first);
  if (wanted !== undefined && stated !== undefined && wanted !== stated)
    throw new UsageError(`--from ${wanted} and the setting naming: ${String(naming)} contradict each other`);
  return wanted ?? stated ?? first;
}

type Taken = (typeof CONTROLLERS)[number];
type RequestedAdoption = ReturnType<typeof requested>;

function takenFrom(controller: string): Taken {
  const taken = CONTROLLERS.find((one) => one.controller === controller);
  if (!taken) throw new UsageError(`nothing is taken over from ${controller}`);
  return taken;
}

function requested({ target, takeOver }: Taken, objects: readonly RawObject[], settings: SettingsInput) {
  const plan = target.translate(target.read(objects), { ...takeOver.options, settings });
  const halfRead = tellFaults(plan);
  const lacks = [...new Set(Object.values(plan.facts.missing))].sort();
  return { halfRead, lacks, planned: shownResources(plan, target.kinds), ...takeOver.subject(settings) };
}

/** Prints the faults, because objects of rejected specs would count as left behind. True if a spec is rejected, or was only half read. */
function tellFaults({ diagnostics, statuses }: Pick<Plan, "diagnostics" | "statuses">): boolean {
  const faults = [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)].filter(({ severity }) => severity === "error");
  reportDiagnostics(faults);
  // with their defaults other objects would be looked for, and swept
  if (faults.some(isWrongSetting)) throw new UsageError("nothing is compared while settings are wrong");
  return faults.some(isFatal) || statuses.some(({ state }) => state === "rejected");
}

const isClean = ({ planned, left, addresses }: AdoptionReport): boolean =>
  planned.every(({ fate }) => fate === "unchanged") && left.length === 0 && addresses.length === 0;
