// The review facts of a plan: what the summary compares with the last completed run.

import type { ReviewFacts } from "../../requests/review/facts";
import { findingText } from "../../requests/review/findings";
import { nameFits } from "../../requests/table/host-names";
import { packedRules } from "../../requests/table/packed";
import { type Diagnostic, eachOnce } from "../../resources/diagnostic";
import { pointer, UNKNOWN, UNKNOWN_TEXT } from "../specs";
import { placesOf } from "./layout";
import type { Plan, PlannedResource } from "./plan";

/**
 * Facts of one component, as its summary compares them with those of the last completed run.
 *
 * @param settings as the program gives them; a value that preview cannot know is left out, and so is one that no setting has the name of
 */
export function reviewFactsOf(
  { endpoints, diagnostics, facts: { review, certificates = {}, uses } }: Plan,
  settings: object = {},
): ReviewFacts {
  const ignored = new Set(diagnostics.filter(({ code }) => code === "LB1304").map((one) => one.pointer));
  return {
    ...review,
    ...(uses ? { uses } : {}),
    addresses: Object.fromEntries(
      placesOf(endpoints).map(({ what, server, vip, id, backendResource, vipResource }) => [
        what,
        { server, holder: vip, ...(id === undefined ? {} : { id }), serverIn: backendResource, holderIn: vipResource },
      ]),
    ),
    certificates: certificatesOf(certificates),
    settings: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (ignored.has(pointer(name)) ? [] : settingText(name, value))),
    ),
  };
}

function certificatesOf(certificates: NonNullable<Plan["facts"]["certificates"]>): ReviewFacts["certificates"] {
  const all = Object.entries(certificates);
  const fits = (host: string) => all.filter(([, { names }]) => names === undefined || names.some((name) => nameFits(name, host)));
  return Object.fromEntries(
    all.map(([source, { ends, fingerprint, names, hosts }]) => {
      const contested = all.length > 1 ? hosts.filter((host) => fits(host).length > 1) : [];
      return [
        source,
        {
          ends,
          ...(fingerprint ? { fingerprint } : {}),
          ...(names ? { names: [...names] } : {}),
          ...(contested.length > 0 ? { hosts: contested } : {}),
        },
      ] as const;
    }),
  );
}

function settingText(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === "") return [];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes(UNKNOWN_TEXT) ? [] : [[name, text]];
}

/**
 * Review facts with the routing table and the findings, as the state stores them; `?` replaces values that preview cannot know.
 *
 * @param rules those of the facts, where they are known already
 */
export function runFactsOf(plan: Plan, settings?: object, rules = plan.facts.rules?.()): ReviewFacts {
  const findings = [...new Set(findingsIn(plan).map(findingText))].sort();
  return {
    ...reviewFactsOf(plan, settings),
    ...(findings.length > 0 ? { findings } : {}),
    ...(rules ? { rules: JSON.parse(JSON.stringify(packedRules(rules)).replaceAll(UNKNOWN_TEXT, "?")) } : {}),
  };
}

/** Diagnostics of a plan, those of its statuses too, each once. */
export const diagnosticsOf = ({ diagnostics, statuses }: Pick<Plan, "diagnostics" | "statuses">): Diagnostic[] =>
  eachOnce([...diagnostics, ...statuses.flatMap((status) => status.diagnostics)]);

/** Errors and warnings of a plan, each once. */
export const findingsIn = (plan: Pick<Plan, "diagnostics" | "statuses">): Diagnostic[] =>
  diagnosticsOf(plan).filter(({ severity }) => severity !== "notice");

/** Resources in which a text takes the place of values that preview cannot know: readers of bodies compare texts. */
export const legible = <R extends readonly PlannedResource[]>(resources: R): R =>
  JSON.parse(JSON.stringify(resources, (_key, value: unknown) => (value === UNKNOWN ? UNKNOWN_TEXT : value)));

/** The facts as the state holds them: the same facts give the same text, whatever order they were found in. */
export const factsText = (facts: ReviewFacts): string =>
  JSON.stringify(facts, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
