/** Every place in which two JSON values differ, as short texts. */
export function differences(expected, actual, path = "") {
  if (Object.is(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const count = Math.max(expected.length, actual.length);
    return Array.from({ length: count }, (_, i) => differences(expected[i], actual[i], `${path}[${i}]`)).flat();
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
    return keys.flatMap((key) => differences(expected[key], actual[key], path ? `${path}.${key}` : key));
  }
  return [`${path}: expected ${brief(expected)}, got ${brief(actual)}`];
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function brief(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}
