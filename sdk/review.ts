import type { CertificateFacts } from "../kinds/inventory";
import type { ReviewFacts } from "../kinds/review/facts";
import type { Place } from "./move";
import type { ReviewedRoutes } from "./routing";
import { UNKNOWN_TEXT } from "./specs";

/** Parts of the facts that come from one plan. */
export interface Reviewed {
  routes: ReviewedRoutes;
  /** Places of the layout; empty where the target has no addresses of its own. */
  places: readonly Place[];
  certificates: Readonly<Record<string, CertificateFacts>>;
}

/**
 * Facts of one component, as its summary compares them with those of the last completed run.
 *
 * @param settings as the program gives them; a value that preview cannot know is left out
 */
export function reviewFactsOf({ routes, places, certificates }: Reviewed, settings: object = {}): ReviewFacts {
  return {
    ...routes,
    addresses: Object.fromEntries(
      places.map(({ what, server, holder, serverIn, holderIn }) => [what, { server, holder, serverIn, holderIn }]),
    ),
    certificates: Object.fromEntries(
      Object.entries(certificates).map(([source, { ends, fingerprint }]) => [source, { ends, ...(fingerprint ? { fingerprint } : {}) }]),
    ),
    settings: Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => settingText(name, value))),
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
