// Spells the path of a field in messages.

/** `poolGroups[0].name` */
export function pointerText(path: readonly PropertyKey[]): string {
  return path.map((step, depth) => (typeof step === "number" ? `[${step}]` : `${depth === 0 ? "" : "."}${String(step)}`)).join("");
}
