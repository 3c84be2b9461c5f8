/**
 * Lists the places where `actual` lacks an expected value. Objects may have more keys. Lists are sets of the same size whose elements find
 * a partner each. Tags may be more, and an expected null may be absent.
 */
export function missing(expected, actual, path = "") {
  if (expected === null) return actual === null || actual === undefined ? [] : [`${path}: expected nothing, got ${brief(actual)}`];
  if (Array.isArray(expected)) return missingFromList(expected, actual, path);
  if (typeof expected !== "object")
    return Object.is(expected, actual) ? [] : [`${path}: expected ${brief(expected)}, got ${brief(actual)}`];
  if (typeof actual !== "object" || actual === null) return [`${path}: expected ${brief(expected)}, got ${brief(actual)}`];
  return Object.entries(expected).flatMap(([key, value]) => missing(value, actual[key], path ? `${path}.${key}` : key));
}

function missingFromList(expected, actual, path) {
  if (!Array.isArray(actual)) return [`${path}: expected ${brief(expected)}, got ${brief(actual)}`];
  const superset = path.endsWith("tags");
  if (!superset && expected.length !== actual.length)
    return [`${path}: expected ${expected.length} elements, got ${actual.length}: ${brief(actual.map(label))}`];
  const remaining = [...actual];
  return expected.flatMap((goal) => {
    const index = remaining.findIndex((candidate) => missing(goal, candidate, path).length === 0);
    if (index >= 0) {
      remaining.splice(index, 1);
      return [];
    }
    const nearest = remaining.find((candidate) => label(candidate) === label(goal)) ?? remaining[0];
    return missing(goal, nearest, `${path}[${label(goal)}]`);
  });
}

const label = (value) => (typeof value === "object" && value !== null ? (value.name ?? value.address ?? brief(value)) : value);

export function brief(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}
