// Part of `k8s-lb verify`: removes names of the user's servers from a report.

/** Texts that tell whose server it is, and the words that take their places; what comes first counts. */
const REPLACED: readonly [RegExp, string][] = [
  [/\bhttps?:\/\/[^\s"'<>]+/gi, "URL"],
  [/\b(?:[a-z]+-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "UUID"],
  [/\b[0-9a-f]{32}\b/gi, "UUID"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "ADDRESS"],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi, "ADDRESS"],
];

/** The longest text of a server in a report. */
const LONGEST = 300;

/**
 * A text without addresses, identifiers and names, to attach to an issue.
 *
 * @param names texts that are names: the prefix of the run, the tenant, the user
 */
export function scrubbed(text: string, names: readonly string[]): string {
  const longestFirst = names.filter((name) => name.length > 2).sort((a, b) => b.length - a.length);
  const named = longestFirst.reduce((all, name) => all.replaceAll(name, "NAME"), text);
  const clean = REPLACED.reduce((all, [pattern, word]) => all.replace(pattern, word), named)
    .replace(/\s+/g, " ")
    .trim();
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}...` : clean;
}
