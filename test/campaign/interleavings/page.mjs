// The sentence about interleavings in docs/reliability.md.

export function render(results, { seed }) {
  const failed = results.filter(({ verdict }) => verdict === "FAILED").length;
  return {
    interleavings: `Seed ${seed}: ${results.length} runs of \`pulumi up\` beside a watch, ${failed} left a stale member for more than 5 s.`,
  };
}
