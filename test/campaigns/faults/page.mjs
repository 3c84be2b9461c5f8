// The table of faults in docs/benchmarks.md.

const OPERATIONS = ["create", "read", "refresh", "update", "delete", "adopt"];
const TARGETS = { avi: "Avi", octavia: "OpenStack Octavia", mizar: "Mizar", kubernetes: "Statuses in Kubernetes objects" };
const NAME = new RegExp(`^(\\w+)(:.*?), (${OPERATIONS.join("|")}), (.*)$`);

/** Verdict of the cases of one fault and operation: `converges`, or the codes of the errors, each with its anchor. */
function cell(results) {
  const known = results.filter(({ verdict }) => verdict !== "-" && verdict !== "not reached");
  if (known.length === 0 && results.some(({ verdict }) => verdict === "not reached")) return "...";
  const verdicts = [...new Set(known.map(({ verdict }) => verdict))].sort();
  const word = (verdict) => (/^LB\d/.test(verdict) ? `[${verdict}](errors.md#${verdict.toLowerCase()})` : verdict);
  return verdicts
    .toSorted((one, other) => Number(other === "converges") - Number(one === "converges"))
    .map(word)
    .join(", ");
}

function table(target, rows) {
  const faults = [...new Set(rows.map(({ fault }) => fault))];
  const line = (fault) => {
    const cells = OPERATIONS.map((operation) => cell(rows.filter((row) => row.fault === fault && row.operation === operation)));
    return `| ${[fault, ...cells].join(" | ")} |`;
  };
  return [
    `### ${TARGETS[target] ?? target}`,
    "",
    `| fault | ${OPERATIONS.join(" | ")} |`,
    `| --- | ${OPERATIONS.map(() => "---").join(" | ")} |`,
    ...faults.map(line),
  ].join("\n");
}

export function render(results, { seed }) {
  const rows = results.flatMap((result) => {
    const [, target, kind, operation, fault] = NAME.exec(result.name) ?? [];
    return fault ? [{ ...result, target, kind: target + kind, operation, fault }] : [];
  });
  const late = rows.filter(({ verdict }) => verdict === "not reached").length;
  const struck = rows.filter(({ verdict }) => verdict !== "-" && verdict !== "not reached");
  const count = (verdict) => struck.filter((row) => row.verdict === verdict).length;
  const errors = struck.filter(({ verdict }) => verdict.startsWith("LB")).length;
  const staying = count("stays") ? `${count("stays")} left to others what they use, ` : "";
  const summary = `Seed ${seed}: ${struck.length} faults struck, ${count("converges")} converged by themselves, ${errors} ended in one error, ${staying}${count("FAILED")} failed${late ? `; ${late} cases were not reached in the time that was set` : ""}.`;
  const kinds = [...new Set(struck.map(({ kind }) => kind))].map((kind) => `\`${kind}\``).join("; ");
  const targets = Object.keys(TARGETS).filter((target) => rows.some((row) => row.target === target));
  const tables = targets.map((target) =>
    table(
      target,
      rows.filter((row) => row.target === target),
    ),
  );
  return { faults: [summary, `Kinds: ${kinds}.`, ...tables].join("\n\n") };
}
