// `k8s-lb plan-move`: lists what moves when specs or settings change, in which order, and the outages that clients notice.

import type { KINDS } from "../../provider";
import { isEmptyComparison, requestParagraph } from "../../requests/differences/change-lines";
import { propertyHeadline, propertyLines } from "../../requests/differences/property-lines";
import { withoutNamed } from "../../requests/review/changes";
import type { RequestReview } from "../../requests/review/lines";
import { kindOf } from "../../resources";
import type { Diagnostic } from "../../resources/diagnostic";
import { groupBy } from "../../resources/lists";
import { FIXED } from "../../resources/octavia/load-balancer";
import { asOwn, namedId } from "../../resources/octavia/own-declaration";
import { layoutOf, type Plan, poolsIn, resourceKey, reviewFactsOf } from "../plan";
import { type Compare, type Move, planMove } from "../plan/moves";
import { withNumbers } from "../plan/numbered-moves";
import { requestReview, shownChange, shownPropertyChange } from "../requests/changes";
import { type RawObject, readManifestFiles } from "../specs";
import { type SettingsInput, TARGETS, type Target, type TargetName, targetNames } from "../targets";
import { requestSide } from "../targets/request-side";
import { EXIT, exitCodeOption, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, readInputs, rejectDoubleStdin } from "./inputs";
import { opt } from "./option";
import { reportDiagnostics } from "./output";
import { selects } from "./selection";
import { readSettings, reportWrongSettings, settingsOption } from "./settings";
import { toTable } from "./table";
import { defineVerb } from "./verb";

/** Translation of a component of this name, settings and specs, and the requests that it answers. */
function planned(target: Target, objects: readonly RawObject[], settings: SettingsInput, component: string) {
  const cluster = target.balancer && settings[target.balancer.cluster.key];
  const specs = target.read(objects);
  const plan: Plan = target.translate(specs, { settings, owner: `pulumi-k8s-lb:project/stack/${cluster}/${component}` });
  return { plan, side: () => requestSide(target, specs, settings, plan) };
}

/** Targets whose plans have places that move. */
const MOVING = targetNames(({ balancer }) => balancer !== undefined);

export const planMoveCommand = defineVerb({
  name: "plan-move",
  options: [
    fileOption(": the new specs"),
    opt("--before <path...>", "file, folder or glob: the current specs; default: those of -f"),
    targetOption(MOVING).needed(),
    settingsOption(),
    opt("--before-settings <file>", "the current settings; default: the same"),
    opt("--component <name>", "name of the component in the program").usually("main"),
    opt("--before-component <name>", "its current name; default: the same"),
    outputOption(["table", "json", "yaml"]),
    exitCodeOption("when clients notice"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "plan-move --to avi -f manifests --settings now.yaml --before-settings small.yaml",
    "plan-move --to avi -f new/ --before old/ --settings avi.yaml -o json",
  ],
  async run(options) {
    const { to, settings, beforeSettings, component, beforeComponent = component } = options;
    if (!options.before && !beforeSettings && beforeComponent === component)
      throw new UsageError("nothing to compare: name what is now with --before, --before-settings or --before-component");
    rejectDoubleStdin(options.file, options.before, "--before");
    const newSettings = readSettings(settings);
    const target = TARGETS[to];
    const news = await readInputs(options, target.family(newSettings), "nothing to compare");
    const olds = options.before ? filesOf(options) : news;
    const faults = [...news.diagnostics, ...olds.diagnostics];
    reportDiagnostics(faults);
    if (faults.length > 0) return EXIT.usage;
    const current = beforeSettings ? readSettings(beforeSettings) : newSettings;
    const old = planned(target, olds.objects, current, beforeComponent);
    const next = planned(target, news.objects, newSettings, component);
    const [before, after] = [old.plan, next.plan];
    if ([before, after].filter(({ diagnostics }) => reportWrongSettings(diagnostics)).length > 0) return EXIT.usage;

    // Loaded here: the other commands need no kinds.
    const provider = await import("../../provider/index.js");
    const moved = planMove(layoutOf(before), layoutOf(after), comparing(provider.KINDS));
    const needs = [...(await guarded(provider.KINDS, to, before, after)), ...renamed(beforeComponent, component)];
    const [was, is] = [old.side(), next.side()];
    const [facts, later] = [reviewFactsOf(before), reviewFactsOf(after)];
    const compared = was && is && requestReview(to, was, is, poolsIn(old.plan.facts));
    const requests = compared && { ...compared, addresses: withoutNamed(compared.addresses, facts, later) };
    const move = withNumbers(moved, layoutOf(after).places, requests?.addresses ?? []);
    const document = {
      target: to,
      ...move,
      needs,
      requests: requests?.changes.map(shownChange),
      beside: requests?.beside.map(shownPropertyChange),
    };
    const unknown = move.places.filter(({ state }) => state === "unknown");
    const noticed = move.outages.length + unknown.length + (requests?.changes.length ?? 0) + (requests?.beside.length ?? 0);
    return { document, table: () => table(move, needs) + requestText(requests), isFound: noticed > 0 };
  },
});

function filesOf(options: ClusterOptions & { to: TargetName; settings?: string; before?: string[] }): {
  objects: RawObject[];
  diagnostics: Diagnostic[];
} {
  const isSelected = selects(options, TARGETS[options.to].family(readSettings(options.settings)));
  const { objects, diagnostics } = readManifestFiles(options.before ?? []);
  return { objects: objects.filter(({ value }) => isSelected(value)), diagnostics };
}

type Kinds = typeof KINDS;

/** Compares two declarations as the provider does; the older one stands for the state. */
export const comparing =
  (kinds: Kinds): Compare =>
  ({ kind, name, inputs: declared }, held) => {
    // an id that only one side names may be the id of the same load balancer: the remaining inputs decide
    const isNamedAnew = (namedId(declared) === undefined) !== (namedId(held) === undefined);
    const [inputs, before] = isNamedAnew ? [asOwn(declared), asOwn(held)] : [declared, held];
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
    const difference = kinds.get(kind)?.diff(idOf(kind, name, before), plain(before), plain(inputs)) ?? { changes: ["?"], replaces: [] };
    return { ...difference, replaces: difference.replaces.flatMap((input) => fixedIn(input, difference.changes)) };
  };

/** Fields that the API never changes, of a load balancer of Octavia: it is one input with everything below it. */
function fixedIn(input: string, changes: readonly string[]): string[] {
  const within = FIXED.filter((field) => changes.some((path) => `${path}.`.startsWith(`${input}.${field}.`)));
  return within.length > 0 ? within.map((field) => `${input}.${field}`) : [input];
}

/** Id of a resource, with the tenant of its earlier declaration. */
function idOf(kind: string, name: string, before: { readonly [property: string]: unknown }): string {
  const tenant = /tenant\?name=([^"&]+)/.exec(JSON.stringify(before))?.[1] ?? String(before.tenant ?? "admin");
  const inputs = kindOf(kind)?.id;
  return [tenant, ...(inputs ? inputs.map((input) => before[input]) : [name])].join("/");
}

/** Refusals of the guard against mass deletion. Without an owner it asks no server. */
async function guarded(kinds: Kinds, target: string, before: Plan, after: Plan): Promise<string[]> {
  const silent = { config: { get: () => undefined }, progress: () => undefined, notice: () => undefined };
  const refusals = await kinds.get(`${target}:Inventory`)?.inspect?.(silent, knownOf(before), { ...knownOf(after), preflight: false });
  return (refusals ?? []).map(({ reason }) => `\`allowMassDelete: true\` on the component, for this run: ${reason.split("\n")[0]}`);
}

const knownOf = ({ facts: { names, served, identities } }: Plan) => ({ names, served, identities });

const renamed = (before: string, after: string): string[] =>
  before === after
    ? []
    : [`\`aliases: [{ name: "${before}" }]\` in the options of the component: without it the component starts with a new state (LB2054)`];

function table({ places, steps, outages }: Move, needs: readonly string[]): string {
  const moved = places.filter(({ state }) => state !== "stays");
  const stay = places.length - moved.length;
  const who =
    moved.length > 0
      ? `${toTable(
          ["PLACE", "STATE", "FROM", "TO", "ADDRESS"],
          moved.map((one) => [one.what, one.state, one.from ?? "", one.to ?? "", one.address]),
        )}\n`
      : "";
  const unknown = places.flatMap(({ what, state }) => (state === "unknown" ? [what] : []));
  const open =
    unknown.length > 0
      ? `\nNot known, because files do not tell the id of a load balancer:\n${unknown.map((what) => `  ${what}: ${MAY_BE_OWN}\n`).join("")}`
      : "";
  const order =
    steps.length > 0
      ? `\nOrder of the run:\n${numbered(steps.map(({ action, kind, name, fields }) => `${action} ${resourceKey({ kind, name })}${fields && action === "replace" ? ` (${fields.join(", ")})` : ""}`))}`
      : "";
  const notices =
    outages.length > 0 ? `\nWhat clients notice:\n${byReason(outages)}` : unknown.length > 0 ? "" : "\nClients notice nothing.\n";
  const needsText = needs.length > 0 ? `\nThe run needs:\n${needs.map((need) => `  ${need}\n`).join("")}` : "";
  return `${who}${stay} of ${places.length} stay where they are.\n${order}${open}${notices}${needsText}`;
}

const MAY_BE_OWN =
  "a load balancer is named by its id on one side. If it has this id already, its address stays; if not, the run deletes it and serves at the other address. `k8s-lb diff -s` compares with the id in the state.";

/** Answers once everything has moved. */
function requestText(requests: RequestReview | undefined): string {
  if (!requests) return "";
  const { beside } = requests;
  const lines = propertyLines(beside).map((line) => `  ${line}\n`);
  const besideText = beside.length > 0 ? `\nAfter the run ${propertyHeadline(beside)}\n${lines.join("")}` : "";
  if (isEmptyComparison(requests)) return `\nAfter the run every request gets the same answer.\n${besideText}`;
  return `\nAfter the run ${requestParagraph(requests)}${besideText}`;
}

const numbered = (lines: readonly string[]) => lines.map((line, index) => `  ${index + 1}. ${line}\n`).join("");

/** Groups places by their reason, so that each reason is printed once. */
function byReason(outages: Move["outages"]): string {
  const groups = groupBy(outages, ({ why, instead }) => `${why}\n    ${instead}`);
  return [...groups].map(([why, group]) => `  ${group.map(({ what }) => what).join(", ")}: ${why}\n`).join("");
}
