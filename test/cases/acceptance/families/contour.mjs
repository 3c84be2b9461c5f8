import { readSpecs, translateToRoutes } from "../../../../dist/sdk/index.js";
import { brief } from "../lib/subset.mjs";
import { hostProblems } from "./contour-hosts.mjs";

/** `--to routes` against seed 002 read literally, or against seed 004 (cases/contour/README.md, "How we judge"). */
export function contour(value) {
  const goal = wantedOf(value);
  if (goal.skip) return goal;
  const specs = readSpecs(value.manifests.map((manifest) => ({ value: manifest })));
  const view = translateToRoutes(specs, { settings: value.settings ?? {} });
  // where Contour is not deterministic the case has several outcomes
  const outcomes = (goal.anyOf ?? [goal]).map((outcome) => problemsOf({ ...goal, ...outcome }, view, value.area === "routecrd"));
  return { problems: outcomes.sort((a, b) => a.length - b.length)[0] };
}

function problemsOf(goal, { objects, statuses }, isRouteCrd) {
  const hosts = hostProblems(goal.virtualHosts, objects.virtualHosts);
  return [...hosts, ...(isRouteCrd ? routeProblems(goal, statuses) : statusProblems(goal.statuses, statuses))];
}

function wantedOf({ expected, strict }) {
  if (strict === "not-applicable" || strict === "unspecified") return { skip: `strict is ${strict} (cases/contour/README.md)` };
  return strict === undefined || strict === "same" ? expected : { ...expected, ...strict };
}

/** Every IngressRoute with its state and, where one is given, its description; others have none. */
function statusProblems(goal = {}, statuses) {
  const actual = new Map(
    statuses
      .filter(({ object }) => object.kind === "IngressRoute")
      .map((status) => [`${status.object.namespace}/${status.object.name}`, status]),
  );
  const extra = [...actual.keys()].filter((key) => !(key in goal)).map((key) => `status of ${key}: expected none`);
  const problems = Object.entries(goal).flatMap(([key, expected]) => {
    const status = actual.get(key);
    const choices = expected.anyOf ?? [expected];
    const fits = ({ currentStatus, description }) =>
      status?.state === currentStatus && (description === undefined || status.description === description);
    return choices.some(fits)
      ? []
      : [`status of ${key}: expected ${brief(expected)}, got ${brief(status && [status.state, status.description])}`];
  });
  return [...problems, ...extra];
}

/** The state of all Routes, or of each by its name, and one diagnostic for each list of words. */
function routeProblems({ status, statuses: byName, errorsMention }, statuses) {
  const routes = statuses.filter(({ object }) => object.kind === "Route");
  if (routes.length === 0) return ["no Route has a status"];
  const named = ({ object }) => byName?.[`${object.namespace}/${object.name}`] ?? status;
  const each = routes.flatMap((route) => (named(route) ? routeStatusProblems(named(route), route) : []));
  const lists = [status, ...Object.values(byName ?? {}), { errorsMention }].flatMap((one) => one?.errorsMention ?? []);
  return [...each, ...unmentioned(lists, routes.flatMap(textsOf))];
}

function routeStatusProblems({ currentStatus, errors }, { object, state, diagnostics }) {
  const wrong = state === currentStatus ? [] : [`status of ${object.name}: expected ${currentStatus}, got ${state}`];
  const faults = diagnostics.filter(({ severity }) => severity === "error");
  const loud = Array.isArray(errors) && errors.length === 0 && faults.length > 0 ? [`errors: expected none, got ${brief(faults)}`] : [];
  return [...wrong, ...loud];
}

const textsOf = ({ diagnostics }) => diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);

function unmentioned(lists, texts) {
  const says = (text, words) => [words].flat().every((word) => text.toLowerCase().includes(String(word).toLowerCase()));
  return lists
    .filter((words) => !texts.some((text) => says(text, words)))
    .map((words) => `no diagnostic mentions ${brief(words)}, but ${brief(texts)}`);
}
