const show = (value) => (value === undefined ? "nothing" : JSON.stringify(value));

/** Where two values differ, as `path: expected X, got Y`. */
function* differences(expected, actual, path) {
  if (Object.is(expected, actual)) return;
  const plain = (value) => value !== null && typeof value === "object";
  if (!plain(expected) || !plain(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    yield `${path}: expected ${show(expected)}, got ${show(actual)}`;
    return;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    yield* differences(expected[key], actual[key], path ? `${path}.${key}` : key);
  }
}

/** Differences of two lists of answers; after an answer with another status nothing more is compared, it all follows from that. */
export function compare(expected, actual, steps) {
  const requests = steps.flatMap(({ request }) => (request ? [`${request.method} ${request.path}`] : []));
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const found = [...differences(expected[index], actual[index], "")];
    if (found.length > 0) return found.map((text) => `step ${index + 1} (${requests[index] ?? "none"}) ${text}`);
  }
  return [];
}
