import type { ReviewFacts } from "../../kinds/review/facts";
import { pointer, UNKNOWN_TEXT } from "../specs";
import { placesOf } from "./layout";
import type { Plan } from "./plan";

/**
 * Facts of one component, as its summary compares them with those of the last completed run.
 *
 * @param settings as the program gives them; a value that preview cannot know is left out, and so is one that no setting has the name of
 */
export function reviewFactsOf({ endpoints, diagnostics, facts: { review, certificates = {} } }: Plan, settings: object = {}): ReviewFacts {
  const ignored = new Set(diagnostics.filter(({ code }) => code === "LB1304").map((one) => one.pointer));
  return {
    ...review,
    addresses: Object.fromEntries(
      placesOf(endpoints).map(({ what, server, holder, serverIn, holderIn }) => [what, { server, holder, serverIn, holderIn }]),
    ),
    certificates: Object.fromEntries(
      Object.entries(certificates).map(([source, { ends, fingerprint }]) => [source, { ends, ...(fingerprint ? { fingerprint } : {}) }]),
    ),
    settings: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (ignored.has(pointer(name)) ? [] : settingText(name, value))),
    ),
  };
}

function settingText(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === "") return [];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes(UNKNOWN_TEXT) ? [] : [[name, text]];
}

/** The facts as the state holds them: the same facts give the same text, whatever order they were found in. */
export const factsText = (facts: ReviewFacts): string =>
  JSON.stringify(facts, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
