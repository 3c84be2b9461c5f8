// The tables of crashes in docs/benchmarks.md.

const NAME = /^(\w+):(.*), (\w+), (provider killed before.*|provider killed after.*|engine killed, the provider.*)$/;
const REAL = /^(.+?), (engine|provider|language host) killed, round \d+$/;

const UNSAVED = /^(.+?), state saved once, (.+), (engine|machine) killed$/;

const sum = (results) => results.reduce((total, { points }) => total + points, 0);
const failed = (results) => results.filter(({ verdict }) => verdict === "FAILED").length;

/** A line for each value of `key`: points, the most runs that it took, failures. */
function lines(rows, key) {
  return [...new Set(rows.map(key))].map((name) => {
    const those = rows.filter((row) => key(row) === name);
    const most = those.some(({ verdict, words = "" }) => /2 runs/.test(`${verdict} ${words}`)) ? 2 : 1;
    return `| ${name} | ${sum(those)} | ${most} | ${failed(those) || ""} |`;
  });
}

const table = (title, rows, key) =>
  [`| ${title} | points | most runs | failed |`, "| --- | --- | --- | --- |", ...lines(rows, key)].join("\n");

/** A line for each step and victim: the writes, and after how many of them the next run had to adopt. */
function unsavedTable(rows) {
  const lines = rows.map(({ points, verdict, words = "", parts: [, story, step, victim] }) => {
    const adopted = /adopted after (\d+)/.exec(words)?.[1] ?? "";
    return `| ${story}, ${step} | ${victim} | ${points} | ${adopted} | ${verdict === "FAILED" ? 1 : ""} |`;
  });
  return ["| stack and step | killed | writes | adopted after | failed |", "| --- | --- | --- | --- | --- |", ...lines].join("\n");
}

export function render(results, { seed }) {
  const parsed = (pattern) =>
    results.flatMap((result) => {
      const parts = pattern.exec(result.name);
      return parts && result.verdict !== "-" && result.verdict !== "not reached" ? [{ ...result, parts }] : [];
    });
  const [rows, real, unsaved] = [parsed(NAME), parsed(REAL), parsed(UNSAVED)];
  const damaged = real.reduce((total, { words = "" }) => total + (words.match(/\.attrs of the backend/g) ?? []).length, 0);
  const crashes = [
    `Seed ${seed}: ${sum(rows)} points, ${failed(rows)} cases failed.`,
    table("kind and operation", rows, ({ parts: [, target, , operation] }) => `${target}, ${operation}`),
    table("killed", rows, ({ parts: [, , , , blow] }) => blow),
  ];
  const engine = [
    `Seed ${seed}: ${sum(real)} points, ${failed(real)} cycles failed; after ${damaged} of them the engine's backend had an empty \`.attrs\` ([an empty attributes file](troubleshooting.md#an-empty-attributes-file)), which is no work of ours.`,
    table("stack and who is killed", real, ({ parts: [, story, victim] }) => `${story}, ${victim}`),
  ];
  const lost = [`Seed ${seed}: ${sum(unsaved)} writes, ${failed(unsaved)} cases failed.`, unsavedTable(unsaved)];
  // what was not run keeps its figures
  return {
    ...(rows.length > 0 && { crashes: crashes.join("\n\n") }),
    ...(real.length > 0 && { engine: engine.join("\n\n") }),
    ...(unsaved.length > 0 && { unsaved: lost.join("\n\n") }),
  };
}
