// The table of sequences in docs/benchmarks.md.

export function render(results, { seed }) {
  const kindOf = ({ name }) => name.replace(/, round \d+$/, "");
  const sum = (rows) => rows.filter(({ verdict }) => verdict !== "FAILED").reduce((total, { points = 0 }) => total + points, 0);
  const failed = (rows) => rows.filter(({ verdict }) => verdict === "FAILED").length;
  const lines = [...new Set(results.map(kindOf))].map((kind) => {
    const rows = results.filter((row) => kindOf(row) === kind);
    return `| ${kind} | ${sum(rows)} | ${failed(rows) || ""} |`;
  });
  const text = [
    `Seed ${seed}: ${sum(results)} sequences ended with an empty preview, ${failed(results)} cases failed.`,
    ["| kind | sequences | failed |", "| --- | --- | --- |", ...lines].join("\n"),
  ].join("\n\n");
  return { "empty-preview": text };
}
