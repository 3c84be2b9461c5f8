// Compares two lists of normalised answers.

const named = /\bid-\d+\b/g;
const isNamed = /\bid-\d+\b/;
const show = (value) => (value === undefined ? "nothing" : JSON.stringify(value));
const plain = (value) => value !== null && typeof value === "object";

/** Which id of one side is which of the other: both are named by order of appearance, and one side may have shown more of them. */
class Pairs {
  #there = new Map();
  #back = new Map();

  same(expected, actual) {
    if (Object.is(expected, actual) && (typeof expected !== "string" || !isNamed.test(expected))) return true;
    if (typeof expected !== "string" || typeof actual !== "string") return false;
    if (expected.replaceAll(named, "id") !== actual.replaceAll(named, "id")) return false;
    const others = actual.match(named) ?? [];
    return (expected.match(named) ?? []).every((id, index) => this.#pair(id, others[index]));
  }

  #pair(expected, actual) {
    if (!this.#there.has(expected) && !this.#back.has(actual)) {
      this.#there.set(expected, actual);
      this.#back.set(actual, expected);
    }
    return this.#there.get(expected) === actual;
  }
}

/** Where two values differ, as `path: expected X, got Y`. `partly`: what the second leaves out does not count. */
function* differences(expected, actual, path, pairs, partly) {
  if (!plain(expected) || !plain(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    if (!pairs.same(expected, actual)) yield `${path}: expected ${show(expected)}, got ${show(actual)}`;
    return;
  }
  const keys = new Set([...(partly && !Array.isArray(expected) ? [] : Object.keys(expected)), ...Object.keys(actual)]);
  for (const key of keys) yield* differences(expected[key], actual[key], path ? `${path}.${key}` : key, pairs, partly);
}

/**
 * The differences of the first answer that has any; what follows would only repeat them. Of Octavia everything is compared; the other
 * services are there for Octavia's sake, and what the sandbox leaves out of their answers does not count.
 */
export function compare(expected, actual, steps) {
  const requests = steps.flatMap(({ request }) => (request ? [request] : []));
  const pairs = new Pairs();
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const { method, path, service = "octavia" } = requests[index] ?? {};
    const found = [...differences(expected[index], actual[index], "", pairs, service !== "octavia")];
    if (found.length > 0) return found.map((text) => `step ${index + 1} (${method} ${path}) ${text}`);
  }
  return [];
}
