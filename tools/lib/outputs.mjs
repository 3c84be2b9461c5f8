/** One line of a table: `red.example.com  10.0.0.1`. */
function row(name, value, width) {
  return `  ${name.padEnd(width)}  ${value}`;
}

function lines(name, value) {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null)) return [[name, value.join(", ")]];
    return value.flatMap((item, index) => lines(`${name}[${index}]`, item));
  }
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => lines(`${name}.${key}`, item));
}

/** Stack outputs for a person: one line per value, nested ones with their path. */
export function formatOutputs(outputs) {
  const rows = Object.entries(outputs).flatMap(([name, value]) => lines(name, value));
  if (rows.length === 0) return "The stack has no outputs.\n";
  const width = Math.max(...rows.map(([name]) => name.length));
  return `The stack's outputs:\n${rows.map(([name, value]) => row(name, value, width)).join("\n")}\n`;
}
