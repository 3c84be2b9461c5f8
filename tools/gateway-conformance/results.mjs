// Reads the output of the suite while it runs, and prints one line per test.

/** Lines of a failing test that say why. */
const telling =
  /^(?!.*matched expectations).*(Error:|Error Trace:|Messages:|_test\.go|\.go:\d+: .*(fail|error|timed? ?out|expect|mismatch|not |never))/i;
const limit = 12;

const word = { PASS: "passed", FAIL: "FAILED", SKIP: "skipped" };

/**
 * Reads lines of `-test.v=test2json`, which has each result as soon as it is there. `onTest({ name, result, seconds, lines })` gets each test of
 * the suite once, but of those that the suite leaves out only the `skipped`: the others are not claimed. Seconds are those of the clock: the suite's
 * own leave out what runs beside others.
 */
export function resultsOf(skipped, onTest, now = () => performance.now()) {
  const linesByTest = new Map(); // test -> its lines that tell something
  const results = new Map();
  const begun = new Map();
  let current;

  const testOf = (path) => /^TestConformance\/([^/]+)/.exec(path)?.[1];
  const linesOf = (name) => {
    if (!linesByTest.has(name)) linesByTest.set(name, []);
    return linesByTest.get(name);
  };

  /** The last place of a line that comes again and again. */
  function remember(name, line) {
    const lines = linesOf(name);
    const before = lines.indexOf(line);
    if (before >= 0) lines.splice(before, 1);
    lines.push(line);
    if (lines.length > 4 * limit) lines.shift();
  }

  function read(marked) {
    const line = marked.replaceAll("\x16", "");
    const place = /^=== (?:RUN|NAME|CONT)\s+(\S+)/.exec(line);
    if (place) {
      current = testOf(place[1]) ?? "set-up";
      if (!begun.has(current)) begun.set(current, now());
      return;
    }
    const end = /^\s*--- (PASS|FAIL|SKIP): TestConformance\/(\S+) /.exec(line);
    if (end) {
      const [, result, path] = end;
      const name = testOf(`TestConformance/${path}`);
      if (path !== name) {
        if (result === "FAIL") linesOf(name).push(`failed: ${path.slice(name.length + 1)}`);
        return;
      }
      if (result === "SKIP" && !skipped.includes(name)) return;
      results.set(name, result);
      const lines = result === "PASS" ? [] : linesOf(name).slice(-limit);
      onTest({ name, result: word[result], seconds: (now() - (begun.get(name) ?? now())) / 1_000, lines });
      return;
    }
    if (current && telling.test(line)) remember(current, line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z:? ?/g, "").trim());
  }

  const count = (outcome) => [...results.values()].filter((result) => result === outcome).length;
  return {
    read,
    /** `{ passed, failed, skipped, setUp }`; `setUp` says why there are no results. */
    sum: () => ({
      passed: count("PASS"),
      failed: count("FAIL"),
      skipped: count("SKIP"),
      setUp: (linesByTest.get("set-up") ?? []).slice(-limit),
    }),
  };
}
