import { differences } from "./diff.mjs";

/** Listed keys must match, where a listed null may also be absent; arrays element by element and of the same length. */
export function compareSubset(expected, actual, path = "") {
  if (expected === null && actual === undefined) return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differences(expected, actual, path);
    return expected.flatMap((item, i) => compareSubset(item, actual[i], `${path}[${i}]`));
  }
  if (expected === null || typeof expected !== "object") return differences(expected, actual, path);
  if (actual === null || typeof actual !== "object") return differences(expected, actual, path);
  return Object.entries(expected).flatMap(([key, item]) => compareSubset(item, actual[key], path ? `${path}.${key}` : key));
}

/** The values at a path as a multiset. */
export function compareUnordered(expected, actual, path) {
  return differences(sorted(expected), sorted(valuesAt(actual, path)), path);
}

const sorted = (values) => values.map((value) => JSON.stringify(value)).sort();

/** `a.b`, `a[].b`, `a[0].b` and `a[].(x,y)`, which yields lists. */
export function valuesAt(value, path) {
  let found = [value];
  for (const part of path.match(/\([^)]*\)|\[\d*\]|[^.[\]()]+/g) ?? []) {
    found = found.flatMap((item) => below(item, part)).filter((item) => item !== undefined);
  }
  return found;
}

function below(item, part) {
  if (part === "[]") return Array.isArray(item) ? item : [];
  if (part.startsWith("[")) return [item?.[Number(part.slice(1, -1))]];
  if (!part.startsWith("(")) return [Array.isArray(item) && /^\d+$/.test(part) ? item[Number(part)] : item?.[part]];
  const fields = part.slice(1, -1).split(",");
  return [fields.map((field) => item?.[field.trim()] ?? null)];
}
