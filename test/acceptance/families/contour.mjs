import { readSpecs, translateToRoutes } from "../../../dist/sdk/index.js";
import { brief } from "../lib/subset.mjs";
import { hostProblems } from "./contour-hosts.mjs";

/** `--to routes` against seed 002 read literally, or against seed 004 (cases/contour/README.md, "How we judge"). */
export function contour(value) {
  const wanted = wantedOf(value);
  if (wanted.skip) return wanted;
  const specs = readSpecs(value.manifests.map((manifest) => ({ value: manifest })));
  const { objects, statuses } = translateToRoutes(specs, { settings: value.settings ?? {} });
  const hosts = hostProblems(wanted.virtualHosts, objects.virtualHosts);
  return { problems: [...hosts, ...(wanted.status ? routeProblems(wanted.status, statuses) : statusProblems(wanted.statuses, statuses))] };
}

function wantedOf({ expected, strict }) {
  if (strict === "not-applicable" || strict === "unspecified") return { skip: `strict is ${strict} (cases/contour/README.md)` };
  return strict === undefined || strict === "same" ? expected : { ...expected, ...strict };
}

/** Every IngressRoute with its state and, where one is given, its description; others have none. */
function statusProblems(wanted = {}, statuses) {
  const actual = new Map(
    statuses
      .filter(({ object }) => object.kind === "IngressRoute")
      .map((status) => [`${status.object.namespace}/${status.object.name}`, status]),
  );
  const extra = [...actual.keys()].filter((key) => !(key in wanted)).map((key) => `status of ${key}: expected none`);
  const problems = Object.entries(wanted).flatMap(([key, expected]) => {
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

/** The state of the Routes, and one diagnostic for each list of words. */
function routeProblems({ currentStatus, errors, errorsMention = [] }, statuses) {
  const routes = statuses.filter(({ object }) => object.kind === "Route");
  const texts = routes.flatMap(({ diagnostics }) => diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`));
  const wrong = routes
    .filter(({ state }) => state !== currentStatus)
    .map(({ object, state }) => `status of ${object.name}: expected ${currentStatus}, got ${state}`);
  const silent = errorsMention
    .filter((words) => !texts.some((text) => [words].flat().every((word) => text.toLowerCase().includes(String(word).toLowerCase()))))
    .map((words) => `no diagnostic mentions ${brief(words)}, but ${brief(texts)}`);
  const faults = routes.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === "error");
  const loud = Array.isArray(errors) && errors.length === 0 && faults.length > 0 ? [`errors: expected none, got ${brief(faults)}`] : [];
  return [...(routes.length === 0 ? ["no Route has a status"] : []), ...wrong, ...silent, ...loud];
}
