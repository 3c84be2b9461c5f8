// Tables of `adopt` for a person: effects on each object, and the objects that a sweep removes.
import type { AdoptionReport, FieldChange, Leftover, PlannedObject, Swept } from "../../../provider";
import { toTable } from "../table";

/** So many fields of an object are named. */
const NAMED = 3;
/** So long may a value be shown. */
const LONGEST = 40;

/** Table of the effects of adopting, for a person. */
export function adoptionTable(report: AdoptionReport): string {
  const { planned, left: leftovers, addresses, generation } = report;
  const rows = planned.map(({ object, fate, mark, changes }) => [object, WORDS[fate], mark, shown(changes)]);
  const behind = leftovers.map(({ object, mark, held }) => [object, "left behind", mark || "(by its name)", held ?? ""]);
  const moved = addresses.map(({ vsVip, hosts, from, to }) => [
    hosts.join(", "),
    from.address,
    to ?? "allocated again",
    `${from.vsVip} -> ${vsVip}`,
  ]);
  return [
    toTable(["OBJECT", "ACTION", "MARK", "FIELDS"], [...rows, ...behind]),
    ...(moved.length > 0 ? [toTable(["HOSTS", "ADDRESS NOW", "ADDRESS AFTER", "VIP"], moved)] : []),
    ...(generation ? [`The objects on the controller are of naming ${generation.naming}: ${generation.reasons.join("; ")}.\n`] : []),
    summary(planned, leftovers, addresses),
  ].join("\n");
}

const WORDS = { unchanged: "adopted unchanged", changed: "adopted and changed", new: "made new" } as const;

function shown(changes: readonly FieldChange[]): string {
  const more = changes.length > NAMED ? `, and ${changes.length - NAMED} more` : "";
  return (
    changes
      .slice(0, NAMED)
      .map(({ field, from, to }) => `${field}: ${value(from)} -> ${value(to)}`)
      .join(", ") + more
  );
}

function value(json: FieldChange["from"]): string {
  const text = json === undefined ? "nothing" : typeof json === "string" ? json : JSON.stringify(json);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

function summary(planned: readonly PlannedObject[], leftovers: readonly Leftover[], addresses: AdoptionReport["addresses"]): string {
  const of = (fate: PlannedObject["fate"]) => planned.filter((one) => one.fate === fate).length;
  const counts = `${of("unchanged")} adopted unchanged, ${of("changed")} adopted and changed, ${of("new")} made new, ${leftovers.length} left behind`;
  return `${counts}; ${addresses.length} ${addresses.length === 1 ? "address changes" : "addresses change"}.\n`;
}

/** Table of the objects left behind, or of their outcomes after a sweep. */
export function sweepTable(leftovers: readonly Leftover[], swept: readonly Swept[] | undefined): string {
  if (leftovers.length === 0) return "Nothing is left behind.\n";
  if (swept) {
    const removed = swept.filter(({ outcome }) => outcome === "removed" || outcome === "gone").length;
    return `${toTable(
      ["OBJECT", "OUTCOME", "REASON"],
      swept.map(({ object, outcome, reason }) => [object, outcome, reason ?? ""]),
    )}\n${removed} of ${swept.length} removed.\n`;
  }
  const rows = leftovers.map(({ object, mark, hosts, held }) => [object, mark || "(by its name)", hosts.join(", "), held ?? ""]);
  const free = leftovers.filter(({ held }) => held === undefined).length;
  return `${toTable(["OBJECT", "MARK", "HOSTS", "BLOCKED BY"], rows)}\n${free} of ${leftovers.length} would be removed, in this order; --yes does it.\n`;
}
