// Splits texts with several JSON objects.

/** Part of a text; the end is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * The JSON objects of a text that contains only these and blanks, as `kubectl get -o json
 * jq '.items[]'` writes; kubectl reads such files. Undefined for a single object or any other text.
 */
export function jsonObjectsIn(text: string): TextRange[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const objects: TextRange[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]|[^\s{}"]+|"/g)) {
    if (token === "{" && depth++ === 0) start = index;
    else if (depth === 0) return undefined;
    else if (token === "}" && --depth === 0) objects.push({ start, end: index + 1 });
  }
  return depth === 0 && objects.length > 1 ? objects : undefined;
}
