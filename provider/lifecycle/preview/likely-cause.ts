// The most likely cause of a large loss, from the numbers of specs by source before and after the change.

import type { GuardedInputs } from "./guarded-inputs";

/** Number of sources that a message names. */
const NAMED = 3;

/** A line about what has most likely taken things away; nothing where the states do not tell. */
export function likelyCause(before: GuardedInputs, after: GuardedInputs): string {
  if (before.owner && after.owner && before.owner !== after.owner) {
    return `\n  likely cause: the cluster or the component was renamed, the mark goes from ${before.owner} to ${after.owner}`;
  }
  if (!before.sources || !after.sources) return "";
  const fewer = losses(before.sources, after.sources);
  if (fewer.length === 0) {
    return "\n  likely cause: a setting (class, DNS domains, names, node selector) or empty Endpoints; the specs are as many as before";
  }
  return `\n  likely cause: ${fewer.slice(0, NAMED).join("; ")}${fewer.length > NAMED ? `; and ${fewer.length - NAMED} more` : ""}`;
}

/** The sources that give less than before, those that lost most first. */
function losses(before: NonNullable<GuardedInputs["sources"]>, after: NonNullable<GuardedInputs["sources"]>): string[] {
  const perSource = Object.entries(before).map(([source, kinds = {}]) => {
    const now = after[source] ?? {};
    const lost = Object.entries(kinds).flatMap(([kind, count = 0]) => {
      const remaining = now[kind] ?? 0;
      return remaining < count ? [{ kind, count, remaining }] : [];
    });
    return {
      lost: lost.reduce((sum, { count, remaining }) => sum + count - remaining, 0),
      text: lossText(source, lost, Object.keys(now).length === 0),
    };
  });
  return perSource
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .map(({ text }) => text);
}

function lossText(source: string, lost: readonly { kind: string; count: number; remaining: number }[], nothing: boolean): string {
  const kinds = lost.map(({ kind, count, remaining }) => `${remaining} ${kind} (${count} before)`).join(", ");
  if (!nothing) return `${source} has ${kinds}`;
  const had = lost.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const why = source.startsWith("cluster ")
    ? "do kubeconfig, context, namespaces and labelSelector still select the same objects?"
    : "is the file gone or empty, or does the pattern of the specs no longer match it?";
  return `${source} had ${had} and has none now: ${why}`;
}
