// The table of secrets in docs/benchmarks.md.

const FIELDS = "public fields";

export function render(results, { seed }) {
  const rows = results.map((result) => {
    const [kind, deed, echo] = result.name.split(", ");
    return { ...result, kind, deed, echo };
  });
  const reached = rows.filter(({ verdict }) => verdict !== "not reached");
  const [inFields, known] = [true, false].map((isField) => reached.filter(({ kind }) => (kind === FIELDS) === isField));
  const sum = (some) => some.reduce((total, { points = 0 }) => total + points, 0);
  const failed = (some) => some.filter(({ verdict }) => verdict === "FAILED").length;
  const kinds = [...new Set(known.map(({ kind }) => kind))];
  const line = (echo) => {
    const those = known.filter((row) => row.echo === echo);
    return `| ${[echo, ...kinds.map((kind) => sum(those.filter((row) => row.kind === kind))), failed(those) || "none"].join(" | ")} |`;
  };
  const secrets = [
    `Seed ${seed}: ${sum(known)} runs, a secret was found in ${failed(known)}.`,
    [
      `| what the server says | ${kinds.map((kind) => `\`${kind}\``).join(" | ")} | found in |`,
      `| --- | ${kinds.map(() => "---").join(" | ")} | --- |`,
      ...[...new Set(known.map(({ echo }) => echo))].map(line),
    ].join("\n"),
    `Private keys in fields for certificates: ${sum(inFields)} translations, one was published in ${failed(inFields)}.`,
  ].join("\n\n");
  return { secrets };
}
