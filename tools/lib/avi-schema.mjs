// provider/avi/schema.ts: what the check of a preview needs of the schemas of Avi's API (sandbox/avi/schema), in short. `npm run tools -- docs` writes it.
import { aviMessages } from "./avi-types.mjs";

const HEAD = `// Made by "npm run tools -- docs" from the schemas of the API, 18.2 to 30.2.1; not to be changed by hand.

/**
 * A line for each message: its name, then its fields with their types. \`s\`, \`b\`, \`i\`, \`u\` and \`n\` are a text, a flag, an integer, one
 * that is not negative, and a number, with a range (\`u1..1000\`) and further values (\`u1..1000|0\`); \`=A|B\` are the values of an enumeration, \`>Pool\`
 * is a message, \`*\` before a type a list, \`?\` anything. \`!\` stands behind the name of a field that a body must have.
 */
export const SCHEMA = \`
`;

export function aviSchema() {
  const messages = [...aviMessages()].sort(([first], [second]) => (first < second ? -1 : 1));
  const lines = messages.map(([name, { properties, required = [] }]) =>
    [name, ...Object.entries(properties).map(([key, field]) => `${key}${isMissed(key, field, required) ? "!" : ""}:${typeOf(field)}`)].join(
      " ",
    ),
  );
  return `${HEAD}${lines.join("\n")}\n\`;\n`;
}

/** Required fields that a controller fills itself. */
const FILLED = new Set(["vip_id"]);

const isMissed = (key, field, required) => required.includes(key) && field.default === undefined && !field.readOnly && !FILLED.has(key);

function typeOf(field) {
  if (field.$ref) return `>${field.$ref.split("/").at(-1)}`;
  if (field.type === "array") return `*${typeOf(field.items ?? {})}`;
  if (field.enum && field.type === "string") return `=${field.enum.join("|")}`;
  if (field.type === "integer") return `${field.format?.startsWith("uint") ? "u" : "i"}${rangeOf(field)}`;
  if (field.type === "number") return `n${rangeOf(field)}`;
  return { string: "s", boolean: "b" }[field.type] ?? "?";
}

function rangeOf({ minimum, maximum, anyOf }) {
  const [range, ...others] = anyOf ?? [{ minimum, maximum }];
  if (range.minimum === undefined && range.maximum === undefined) return "";
  return [`${range.minimum ?? ""}..${range.maximum ?? ""}`, ...others.flatMap((one) => one.enum ?? [])].join("|");
}
