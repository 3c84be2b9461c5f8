// The sentence about interleavings in docs/reliability.md.

export function render(results, { seed }) {
  const failed = results.filter(({ verdict }) => verdict === "FAILED").length;
  const real = results.filter(({ name }) => name.startsWith("real engine")).length;
  const engine = real > 0 ? `, ${real} of them with the real engine,` : ",";
  return {
    interleavings: `Seed ${seed}: ${results.length} runs of \`pulumi up\` beside a watch${engine} ${failed} left a stale member for more than 5 s.`,
  };
}
