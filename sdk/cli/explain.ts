// `k8s-lb explain`: explains codes: the meaning, what follows, and the remedy.

import { CODES } from "../../provider";
import { nearest } from "../../resources/nearest";
import { type Effect, SPEC_CODES } from "../specs";
import { outputOption, UsageError } from "./grammar";
import { arg } from "./option";
import { toTable } from "./table";
import { defineVerb } from "./verb";

/** One code for a person: the meaning, what follows from it, the remedy, and a message with it. */
interface Explanation {
  code: string;
  severity: string;
  meaning: string;
  effect?: string;
  remedy: string;
  example: string;
}

/** The effects in the words of a person, also for docs/errors.md; absent where nothing follows. */
export const EFFECTS: { readonly [E in Effect]?: string } = {
  differs: "It is served, and requests are answered otherwise than the object asks.",
  "servers preserved": "It is served, and its pools keep the servers that they have; new pools have none.",
  "certificate preserved": "Its hosts keep the certificates that they have; a new host has none.",
  "wrong certificate": "Clients may refuse the certificate of its host.",
  "never matched": "It is served as it is written, and no request gets there.",
  "route lost": "A part of the object is not served.",
  conflict: "The other object is served.",
  permission: "What the namespace may not have is not served.",
  "restriction lost": "Clients whom the object keeps out are let in.",
  fatal: "Nothing of the whole set is changed.",
};

export const explainCommand = defineVerb({
  name: "explain",
  args: [arg("[code...]", "LB1302, lb1302 or 1302")],
  options: [outputOption(["table", "json", "yaml"])],
  examples: ["explain LB1302", "explain LB2017 LB2053", "explain | grep -i certificate"],
  run(_options, [codes]) {
    const all = explanations();
    const chosen = codes.length === 0 ? all : codes.map((code) => explanationOf(code, all));
    return {
      document: { codes: chosen },
      table: () => (codes.length === 0 ? listOf(all) : `${chosen.map(explanationText).join("\n\n")}\n`),
    };
  },
});

/** All codes of specs, settings and providers, in their order. */
function explanations(): Explanation[] {
  const specs = Object.entries(SPEC_CODES).map(([code, { severity, title, effect, remedy, example }]) => ({
    ...{ code, severity, meaning: `${title}.` },
    ...(EFFECTS[effect] ? { effect: EFFECTS[effect] } : {}),
    ...{ remedy, example },
  }));
  const providers = Object.entries(CODES).map(([code, { meaning, remedy, example }]) => ({
    code,
    severity: "error",
    meaning,
    remedy,
    example,
  }));
  return [...specs, ...providers].sort((one, other) => (one.code < other.code ? -1 : 1));
}

function explanationOf(text: string, all: readonly Explanation[]): Explanation {
  const code = text.replace(/^(lb)?/i, "LB").toLowerCase();
  const explanation = all.find((one) => one.code.toLowerCase() === code);
  if (explanation) return explanation;
  const near = nearest(
    code.toUpperCase(),
    all.map((one) => one.code),
  );
  throw new UsageError(`there is no code ${text}${near === undefined ? ";" : `; did you mean ${near}?`} k8s-lb explain lists all codes`);
}

const listOf = (all: readonly Explanation[]): string =>
  `${toTable(
    ["CODE", "SEVERITY", "MEANING"],
    all.map(({ code, severity, meaning }) => [code, severity, meaning]),
  )}\n`;

const explanationText = ({ code, severity, meaning, effect, remedy, example }: Explanation): string =>
  [`${code} (${severity}): ${meaning}`, ...(effect ? [`  Effect:  ${effect}`] : []), `  Remedy:  ${remedy}`, `  Example: ${example}`].join(
    "\n",
  );
