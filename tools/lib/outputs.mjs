/** `10.0.0.1`, `a, b`, and for an object its values: `Ingress pay default ready`. */
function short(value) {
  if (Array.isArray(value)) return value.map(short).join(", ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(short).filter(Boolean).join("  ");
  return String(value);
}

/** A name over the entries of a map or a list, or a name beside a plain value. */
function block(name, value) {
  if (typeof value !== "object" || value === null) return `${name}: ${value}`;
  if (Array.isArray(value)) return [name, ...value.map((item) => `  ${short(item)}`)].join("\n");
  const width = Math.max(0, ...Object.keys(value).map((key) => key.length));
  return [name, ...Object.entries(value).map(([key, item]) => `  ${key.padEnd(width)}  ${short(item)}`)].join("\n");
}

/** Stack outputs for a person. */
export function formatOutputs(outputs) {
  const blocks = Object.entries(outputs).map(([name, value]) => block(name, value));
  if (blocks.length === 0) return "The stack has no outputs.\n";
  return `The stack's outputs\n\n${blocks.join("\n")}\n`;
}
