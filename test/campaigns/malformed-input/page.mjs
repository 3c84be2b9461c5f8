// The part on malformed manifests in docs/benchmarks.md.

export function render(results, { seed }) {
  const failed = (rows) => rows.filter(({ verdict }) => verdict === "FAILED").length;
  const [runs, floods, rows, slips] = ["never throws", "bounded", "passed", "told or effective"].map((verdict) =>
    results.filter((row) => row.verdict === verdict),
  );
  const tabled = rows.filter(({ name }) => !name.endsWith("every row is an error or a warning"));
  const manifests = runs.reduce((total, { words }) => total + Number(/^\d+/.exec(words)?.[0] ?? 0), 0);
  const slipped = slips.reduce((total, { points }) => total + points, 0);
  const part = [
    `Seed ${seed}: ${tabled.length} rows of the tables as they say, ${manifests.toLocaleString("en")} manifests struck at random, ${slipped.toLocaleString("en")} slips in ${slips.length} tables and targets, ${failed(results)} failed.`,
    ["| flood | cost |", "| --- | --- |", ...floods.map(({ name, words }) => `| ${name} | ${words} |`)].join("\n"),
  ].join("\n\n");
  return { "malformed-input": part };
}
