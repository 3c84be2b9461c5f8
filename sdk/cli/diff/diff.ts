// `k8s-lb diff`: shows what a change of the inputs changes on a load balancer, in objects and fields; needs no credentials.

import { namesOwnId, type ReviewChange, reviewChanges, withoutNamed } from "../../../requests/review/changes";
import { type ReviewFacts, rulesIn } from "../../../requests/review/facts";
import { findingLines, findingText } from "../../../requests/review/findings";
import { reviewLines } from "../../../requests/review/lines";
import { crossNamespaceWarnings, unreadyWarnings } from "../../../requests/review/request-warnings";
import { type Uses, usesOf, withUses } from "../../../requests/review/resource-usage";
import type { Diagnostic } from "../../../resources/diagnostic";
import { type SourceCounts, sourceCounts } from "../../components/source-counts";
import type { Graph, GraphOptions } from "../../graph";
import { kindsOf } from "../../kubernetes/kinds";
import { findingsIn, poolsIn, reviewFactsOf } from "../../plan";
import { type ComparedSides, requestReview, shownChange, shownPropertyChange } from "../../requests/changes";
import type { RequestSide } from "../../requests/rules-with-owners";
import { isShownAtPreview, SourceLocations } from "../../specs";
import { type PlanOf, type SettingsInput, TARGETS, type TargetName, targetNames } from "../../targets";
import { requestSide } from "../../targets/request-side";
import { topology } from "../../targets/topology";
import { resourcesIn } from "../../watch/stack/stack-state";
import { kindsOfLastRun, namesCluster, refuseWithoutCluster } from "../cluster-sources";
import { EXIT, exitCodeOption, outputOption, targetOption, UsageError } from "../grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, type CommandInputs, fileOption, readInputs, rejectDoubleStdin } from "../inputs";
import { type OptionsOf, opt } from "../option";
import { print, printNote, reportDiagnostics } from "../output";
import { withProgress } from "../progress";
import { clusterIn, clusterOption, noteClusterName, reportWrongSettings, settingsIn, settingsOption } from "../settings";
import { openStack, STACK_OPTIONS, type StackOptions, throughPulumi } from "../stack";
import { componentInState, inventoryInState } from "../state-component";
import { type DeclaredPlan, graphOfState, objectsInState, planInState, withOwnIds, withoutAdded } from "../state-plan";
import { defineVerb } from "../verb";
import { type Change, changesBetween, type Objects } from "./changes";
import { changesTable, summaryText } from "./changes-table";
import { diffMarkdown } from "./markdown";
import { commentPictures, diffPage, type Sides } from "./pictures";
import { withPreservedServers } from "./preserved-servers";
import { type GuardedInventory, inventoryOfPlan, refusalsOf } from "./refusals";
import { countedTraffic, refuseTrafficWithoutLog, TRAFFIC_OPTIONS } from "./traffic";

/** Options that name the two sides. */
const SIDE_OPTIONS = [
  fileOption(),
  opt("--against <path...>", "older inputs, as for -f; default: the state of the stack (-s, -C)"),
  targetOption(targetNames()).needed(),
  settingsOption(),
  clusterOption(),
  opt("--component <name>", "compare with this component of the stack; default: the components of the cluster"),
];

type SideOptions = OptionsOf<typeof SIDE_OPTIONS> & ClusterOptions & StackOptions;

export const diffCommand = defineVerb({
  name: "diff",
  options: [
    ...SIDE_OPTIONS,
    outputOption(["table", "json", "yaml", "markdown", "html"], "output format; markdown: the comment of a pull request; html: a page"),
    exitCodeOption("when anything differs"),
    ...TRAFFIC_OPTIONS,
    ...CLUSTER_OPTIONS,
    ...STACK_OPTIONS,
  ],
  examples: [
    "diff -f new --against old --to avi",
    "diff -f web.yaml --against - --to octavia < old.yaml      # e.g. from git show HEAD:web.yaml",
    "diff -f manifests --to avi --settings avi.yaml -s prod --exit-code      # against what the state of the stack holds",
    "diff -f manifests --to avi -s prod -o html > change.html      # both sides, to look at in a browser",
    "diff -f new --against old --to avi --log access.log.gz --max-changed 0.1%      # how many requests of a log it concerns",
  ],
  async run(options) {
    const { file, against, component, to, output } = options;
    rejectDoubleStdin(file, against, "--against");
    rejectDoubleStdin([...(file ?? []), ...(against ?? [])], options.log, "--log");
    refuseTrafficWithoutLog(options);
    if (against && component !== undefined) throw new UsageError("--component is a part of a stack: leave it out beside --against");
    const statedSettings = settingsIn(options, to);
    const sides = against ? await filesAndFiles(options, against, statedSettings) : await filesAndStack(options, statedSettings);
    if (!sides) return EXIT.usage;
    const { notes, changes, summary, uses, findings, refusals, draw } = sides;
    const traffic = await countedTraffic(options, to, sides.requests);
    const requests = traffic?.requests ?? sides.requests;
    const summaryLines = withUses(reviewLines(summary, [], requests), uses?.before, uses?.after);
    const lines = summaryLines.length === 0 && requests && changes.length > 0 ? [SAME_ANSWERS] : summaryLines;
    const findingChange = findingLines(findings.before, [
      ...findings.after,
      ...[crossNamespaceWarnings, unreadyWarnings].flatMap((of) => of(requests?.changes ?? [])),
    ]);
    const findingNote = findingChange?.isNew || findingChange?.isGone ? findingChange.text : "";
    for (const note of notes) printNote(`note: ${note}`);
    if (findingNote) printNote(findingNote);
    const refused = refusals.flatMap((reason) => reason.split("\n"));
    const shown = [...lines, ...(traffic?.notes ?? []), ...(findingNote ? findingNote.split("\n") : []), ...refused];
    for (const reason of refusals) printNote(`The run will be refused: ${reason}`);
    if (output === "markdown") process.stdout.write(diffMarkdown(to, shown, changes, commentPictures(draw, summary), traffic?.headline));
    else if (output === "html") process.stdout.write(diffPage(to, draw(), [...(traffic ? [traffic.headline] : []), ...shown]));
    else
      print(
        output,
        {
          ...{ schemaVersion: 1, target: to, changes },
          ...{
            requests: requests?.changes.map(shownChange),
            notCompared: requests?.limits,
            beside: requests?.beside.map(shownPropertyChange),
          },
          ...{ summary, uses, refusals, traffic: traffic?.shown },
        },
        () => summaryText([...(traffic ? [traffic.headline] : []), ...lines, ...(traffic?.notes ?? [])]) + changesTable(changes),
      );
    if (traffic?.isExceeded) return EXIT.found;
    return changes.length > 0;
  },
});

/** Headline of a comparison whose changes no client notices. */
const SAME_ANSWERS = "Every request is answered as before";

/** The comparison of both sides. */
interface Compared {
  changes: Change[];
  summary: ReviewChange[];
  /** Requests that are answered differently; absent where nothing of the target answers any. */
  requests?: ComparedSides;
  /** Number of objects that cost money or come from a quota; absent where nothing of the target does. */
  uses?: { before: Uses; after: Uses };
  /** Errors and warnings about the specs: of the earlier side as facts hold them. */
  findings: { before: readonly string[]; after: readonly Diagnostic[] };
  /** Notes about the specs of the later side. */
  notes: readonly string[];
  /** Reasons for which the run will be refused. */
  refusals: readonly string[];
  /** Draws both sides. */
  draw(): Sides;
}

async function filesAndFiles(options: SideOptions, against: string[], settings: SettingsInput): Promise<Compared | undefined> {
  const { file, to, namespace, selector, kind } = options;
  const family = TARGETS[to].family(settings);
  const after = translated(await readInputs({ ...options, file }, family, "nothing to compare"), to, settings);
  const old = { file: against, namespace, selector, kind, mayBeEmpty: true };
  const before = translated(await readInputs(old, family, "nothing to compare with"), to, settings);
  if (!after || !before) return undefined;
  noteClusterName(settings, to);
  return {
    changes: changesBetween(before.objects(undefined, after.plan), after.objects(before.plan, before.plan), {
      ...before.owners,
      ...after.owners,
    }),
    summary: reviewChanges(before.facts, after.facts),
    ...(before.side && after.side
      ? { requests: numbered(requestReview(to, before.side, after.side, before.pools, isWatched(after)), before.facts, after.facts) }
      : {}),
    ...(namesOwnId(before.facts, after.facts) ? {} : usesOfBoth(before.facts.uses, after.facts.uses)),
    findings: { before: before.findings.map(findingText), after: after.findings },
    notes: after.notes,
    refusals: await refusalsOf(to, before.inventory, after.inventory),
    draw: () => ({ before: before.draw(), after: after.draw(before.plan) }),
  };
}

/** Cluster and settings that the options leave out are those of the component in the state. */
async function filesAndStack(options: SideOptions, statedSettings: SettingsInput): Promise<Compared | undefined> {
  const { file, to, cwd, stack: name, component } = options;
  const { balancer, family } = TARGETS[to];
  if (!balancer) {
    const comparable = targetNames((target) => target.balancer !== undefined).join(" or ");
    throw new UsageError(`--against is needed: a stack is compared with ${comparable}, not with ${to}`);
  }
  const readState = async () => {
    const stack = await openStack({ cwd, stack: name });
    const { deployment } = await withProgress("Reading the state", () => throughPulumi(() => stack.exportStack()));
    return { deployment, stateComponent: componentInState(deployment, to, { cluster: options.cluster, component }) };
  };
  // what is read from a cluster depends on what the last run read
  const early = namesCluster(options) ? await readState() : undefined;
  const kindsFrom = family({ ...early?.stateComponent?.settings, ...statedSettings });
  const clusterKinds = early?.stateComponent && !options.kind ? kindsOfLastRun(early.stateComponent, kindsOf(kindsFrom)) : undefined;
  if (clusterKinds) printNote(`note: of the cluster only ${clusterKinds.join(", ")} is read, as in the last run; --kind names other kinds`);
  const inputs = await readInputs({ ...options, file, ...(clusterKinds ? { clusterKinds } : {}) }, kindsFrom, "nothing to compare");
  const { deployment, stateComponent } = early ?? (await readState());
  const settings = { ...stateComponent?.settings, ...statedSettings };
  const isOwn = TARGETS[to].ownIds?.heldIn(resourcesIn(deployment));
  const after = translated(inputs, to, settings, isOwn);
  if (!after) return undefined;
  if (stateComponent) refuseWithoutCluster(options, stateComponent, after.sources);
  noteClusterName(settings, to);
  const whose = stateComponent ? { component: stateComponent.component } : { cluster: clusterIn(settings, to), component };
  const declared = planInState(deployment, TARGETS[to], whose, stateComponent);
  const earlier = stateComponent && (isOwn ? withOwnIds(stateComponent.facts, isOwn) : stateComponent.facts);
  const older = objectsInState(declared);
  const inventory = stateComponent && inventoryInState(deployment, to, stateComponent);
  const withState = (later: Graph): Sides => ({ before: graphOfState(declared, later), after: later });
  return {
    changes: changesBetween(older, withoutAdded(after.objects(declared.plan), balancer.state.added), after.owners),
    summary: earlier ? reviewChanges(earlier, after.facts, undefined, "other") : [],
    ...requestsOfState(
      declared,
      stateComponent?.facts,
      after,
      inventory && poolsIn({ names: inventory.names ?? [], pools: inventory.pools }),
    ),
    // without a component in the state there are its objects alone
    ...usesOfBoth(stateComponent?.facts.uses ?? usesOf(older), after.facts.uses),
    findings: { before: stateComponent?.facts.findings ?? [], after: after.findings },
    notes: after.notes,
    refusals: inventory ? await refusalsOf(to, inventory, after.inventory) : [],
    draw: () => withState(after.draw(declared.plan)),
  };
}

const numbered = (requests: ComparedSides, before: ReviewFacts, after: ReviewFacts): ComparedSides => ({
  ...requests,
  addresses: withoutNamed(requests.addresses, before, after),
});

const usesOfBoth = (before: Uses | undefined, after: Uses | undefined): Pick<Compared, "uses"> =>
  before && after ? { uses: { before, after } } : {};

/** Requests before and after; where a state does not say what the specs asked for, Services have the names of today. */
function requestsOfState(
  { target, plan }: DeclaredPlan,
  facts: ReviewFacts | undefined,
  after: Translated,
  existing: ReadonlySet<string> | undefined,
): Pick<Compared, "requests"> {
  const { side } = after;
  const served = target.balancer?.served(plan);
  const intended = (facts && rulesIn(facts)) ?? side?.desired;
  return served && side && intended
    ? { requests: requestReview(target.name, { served, desired: intended }, side, existing, isWatched(after)) }
    : {};
}

/** True if a watch adds the servers of new pools later (a setting). */
const isWatched = ({ inventory }: Translated): boolean => inventory.unknownServers === "later";

interface Translated {
  plan: PlanOf<unknown>;
  /** The objects, preserved pools with the servers of `earlier`. An object without an id in `other` may have the id that this plan names. */
  objects(earlier?: Resources, other?: PlanOf<unknown>): Objects;
  /** Absent if the target answers no requests. */
  side?: RequestSide;
  /** Managed objects, by the names that rules use for pools. */
  pools: ReadonlySet<string>;
  inventory: GuardedInventory;
  /** `<api type>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
  facts: ReviewFacts;
  findings: readonly Diagnostic[];
  /** Number of objects of each kind by file or cluster. */
  sources: SourceCounts;
  /** Drawn with the servers of an earlier plan in pools that keep theirs. */
  draw(earlier?: Resources): Graph;
  /** Lines about the specs as a whole. */
  notes: readonly string[];
}

type Resources = Pick<PlanOf<unknown>, "resources">;

/** Undefined, and lines on stderr, where files cannot be read or settings are wrong. */
function translated(
  inputs: CommandInputs,
  to: TargetName,
  settings: SettingsInput,
  isOwn?: (resource: string, id: string) => boolean,
): Translated | undefined {
  reportDiagnostics(inputs.diagnostics);
  if (inputs.diagnostics.length > 0) return undefined;
  const target = TARGETS[to];
  const specs = target.read(inputs.objects);
  const named = target.translate(specs, { settings });
  const plan = isOwn ? (target.ownIds?.resolve(named, isOwn) ?? named) : named;
  if (reportWrongSettings(plan.diagnostics)) return undefined;
  const notes = plan.diagnostics.filter(isShownAtPreview).map(({ message }) => message);
  // Bodies are plain data; this leaves out what is undefined.
  const places = new SourceLocations();
  const sources: GraphOptions = { objects: inputs.objects, place: (diagnostic) => places.of(diagnostic) };
  const beside = (earlier: Resources = plan) => withPreservedServers(plan, earlier);
  const facts = reviewFactsOf(plan, settings);
  const side = requestSide(target, specs, settings, plan);
  return {
    plan,
    objects: (earlier, other) => {
      const shown = beside(earlier);
      const { ownIds } = target;
      const opened = other && ownIds ? ownIds.resolve(shown, ownIds.openIn(other), true) : shown;
      return JSON.parse(JSON.stringify(target.objects(opened).objects));
    },
    ...(side ? { side } : {}),
    ...{
      owners: target.objects(plan).owners,
      facts,
      notes,
      pools: poolsIn(plan.facts),
      inventory: inventoryOfPlan(plan),
      sources: sourceCounts(specs),
    },
    findings: findingsIn(plan),
    draw: (earlier) => topology(beside(earlier), sources),
  };
}
