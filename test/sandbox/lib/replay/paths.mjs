/** The value at `a.b[0].c` or `a.b[name=x].c`. */
export function valueAt(object, path) {
  const parts = path.match(/[^.[\]]+/g) ?? [];
  return parts.reduce((value, part) => {
    const [key, expected] = part.split("=");
    return expected === undefined ? value?.[key] : value?.find((item) => String(item[key]) === expected);
  }, object);
}

/** Replaces every `${name}` in strings, in keys too. A string that is nothing but `${name}` becomes the value itself. */
export function fill(value, variables) {
  if (typeof value === "string") {
    const whole = /^\$\{(\w+)\}$/.exec(value);
    if (whole) return known(variables, whole[1]);
    return value.replace(/\$\{(\w+)\}/g, (_, name) => known(variables, name));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, variables));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, variables)]));
}

function known(variables, name) {
  if (variables[name] === undefined) throw new Error(`nothing was saved as ${name}`);
  return variables[name];
}
