// The table of ownership in docs/benchmarks.md.

const NAME = /^(\w+):([^,]+(?:, (?:one port|everything))?), ([^,]+), ([^,]+), (.+)$/;

/** A code has its anchor. */
const word = (verdict) => (/^LB\d/.test(verdict) ? `[${verdict}](errors.md#${verdict.toLowerCase()})` : verdict);
const distinct = (list) => [...new Set(list)];

/** The columns: whose mark is on the object. Marks of others look different, and all have the same result. */
const COLUMNS = {
  "of others": (whose) => !["ours", "nobody"].includes(whose),
  ours: (whose) => whose === "ours",
  none: (whose) => whose === "nobody",
};

export function render(results, { seed }) {
  const rows = results.flatMap((result) => {
    const [, target, kind, given, whose, deed] = NAME.exec(result.name) ?? [];
    return deed ? [{ ...result, target, kind, whose, situation: `${given}, ${deed}` }] : [];
  });
  const failed = results.filter(({ verdict }) => verdict === "FAILED").length;
  const count = (target) => `${rows.filter((row) => row.target === target).length} on ${target}`;
  const cells = (situation) =>
    Object.values(COLUMNS).map((fits) =>
      distinct(rows.filter((row) => row.situation === situation && fits(row.whose)).map(({ verdict }) => word(verdict))).join(", "),
    );
  const marks = distinct(rows.map(({ whose }) => whose)).filter(COLUMNS["of others"]);
  const ownership = [
    `Seed ${seed}: ${results.length} scenarios (${distinct(rows.map(({ target }) => target))
      .map(count)
      .join(", ")}), ${failed} failed. Marks of others: ${marks.join(", ")}.`,
    [
      `| what there is, and what is done | mark ${Object.keys(COLUMNS).join(" | mark ")} |`,
      "| --- | --- | --- | --- |",
      ...distinct(rows.map(({ situation }) => situation)).map((situation) => `| ${[situation, ...cells(situation)].join(" | ")} |`),
    ].join("\n"),
  ].join("\n\n");
  return { ownership };
}
