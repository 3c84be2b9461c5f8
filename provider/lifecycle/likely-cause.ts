import type { InventoryInputs } from "../../kinds/inventory";
import type { Known } from "./check";

/** What an inventory knows of where its component came from. */
type Origin = Pick<Known<InventoryInputs>, "owner" | "sources">;

/** How many sources a message names. */
const NAMED = 3;

/** A line about what has most likely taken things away; nothing where the states do not tell. */
export function likelyCause(before: Origin, after: Origin): string {
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
function losses(before: NonNullable<Origin["sources"]>, after: NonNullable<Origin["sources"]>): string[] {
  const found = Object.entries(before).map(([source, kinds = {}]) => {
    const now = after[source] ?? {};
    const lost = Object.entries(kinds).flatMap(([kind, count = 0]) => {
      const left = now[kind] ?? 0;
      return left < count ? [{ kind, count, left }] : [];
    });
    return {
      lost: lost.reduce((sum, { count, left }) => sum + count - left, 0),
      text: lossText(source, lost, Object.keys(now).length === 0),
    };
  });
  return found
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .map(({ text }) => text);
}

function lossText(source: string, lost: readonly { kind: string; count: number; left: number }[], nothing: boolean): string {
  const kinds = lost.map(({ kind, count, left }) => `${left} ${kind} (${count} before)`).join(", ");
  if (!nothing) return `${source} gives ${kinds}`;
  const had = lost.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const why = source.startsWith("cluster ")
    ? "does kubeconfig, context, namespaces and labelSelector still name what they did?"
    : "is the file gone or empty, or does the pattern of the specs no longer match it?";
  return `${source} gave ${had} and gives nothing now: ${why}`;
}
