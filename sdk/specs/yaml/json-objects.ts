/** Part of a text, from its first character to that after its last. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * The JSON objects of a text that has nothing but blanks between them, as `kubectl get -o json | jq '.items[]'` writes them; kubectl reads such
 * a file. Undefined for one object, and for a text that is something else.
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
