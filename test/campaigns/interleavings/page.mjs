// Table of interleavings in docs/benchmarks.md: how long after the end of an `up` all servers were right.

const ROWS = [
  ["real engine, real command, answers of 100 ms", /^real engine/],
  ["program in memory", /^interleaving/],
];

export function render(all, { seed }) {
  const results = all.filter(({ verdict }) => verdict !== "not reached");
  const failed = results.filter(({ verdict }) => verdict === "FAILED").length;
  const rows = ROWS.flatMap(([title, pattern]) => {
    const runs = results.filter(({ name }) => pattern.test(name));
    if (runs.length === 0) return [];
    const failures = runs.filter(({ verdict }) => verdict === "FAILED").length;
    const seconds = runs.flatMap(({ words }) => /^(\d+) ms/.exec(words ?? "")?.[1] ?? []).map((ms) => Number(ms) / 1000);
    const quantiles = [0.5, 1].map((share) => at(seconds, share));
    return [`| ${[title, runs.length, ...quantiles, failures].join(" | ")} |`];
  });
  return {
    interleavings: [
      `Seed ${seed}: ${results.length} runs of \`pulumi up\` beside a watch, ${failed} left a stale member for more than 5 s.`,
      "",
      "| | runs | right after, half of them | the longest | stale after 5 s |",
      "| --- | --- | --- | --- | --- |",
      ...rows,
    ].join("\n"),
  };
}

function at(seconds, share) {
  const sorted = seconds.toSorted((one, other) => one - other);
  const found = sorted[Math.ceil(share * sorted.length) - 1];
  return found === undefined ? "" : `${found.toFixed(1)} s`;
}
