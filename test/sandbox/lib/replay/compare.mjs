// Compares two lists of normalised answers.

/** Names that a normaliser gives to values that differ between two runs. */
const named = /\b(?:id|version|address|port)-\d+\b/g;
const isNamed = /\b(?:id|version|address|port)-\d+\b/;
const show = (value) => (value === undefined ? "nothing" : JSON.stringify(value));
const plain = (value) => value !== null && typeof value === "object";

/** Pairs the names of both sides: both go by order of appearance, and one side may have shown more of them. */
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

/** Yields the differences of two values, as `path: expected X, got Y`. `partly`: fields that the second leaves out do not count. */
function* differences(expected, actual, path, pairs, partly) {
  if (!plain(expected) || !plain(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    if (!pairs.same(expected, actual)) yield `${path}: expected ${show(expected)}, got ${show(actual)}`;
    return;
  }
  const keys = new Set([...(partly && !Array.isArray(expected) ? [] : Object.keys(expected)), ...Object.keys(actual)]);
  for (const key of keys) yield* differences(expected[key], actual[key], path ? `${path}.${key}` : key, pairs, partly);
}

/**
 * The differences of the first answer that has any; what follows would only repeat them.
 *
 * @param labels what each answer answers
 * @param partly `partly(index)`: of this answer, what the second side leaves out does not count
 */
export function compare(expected, actual, labels, partly = () => false) {
  const pairs = new Pairs();
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const found = [...differences(expected[index], actual[index], "", pairs, partly(index))];
    if (found.length > 0) return found.map((text) => `step ${index + 1} (${labels[index] ?? "nothing"}) ${text}`);
  }
  return [];
}
