// sdk/targets/avi/types.ts: what may stand in the bodies of Avi's objects, from the schemas of the API (sandbox/avi/schema). `npm run tools
// -- docs` writes it.
import { readFileSync } from "node:fs";
import { inRoot } from "./files.mjs";

/** The objects that our resources are made of. */
const OBJECTS = [
  ...["healthmonitor", "httppolicyset", "l4policyset", "pkiprofile", "pool", "poolgroup", "sslkeyandcertificate", "sslprofile"],
  ...["stringgroup", "virtualservice", "vsdatascriptset", "vsvip"],
];

const HEAD = `// Made by "npm run tools -- docs" from the schemas of the API, 18.2 to 30.2.1; not to be changed by hand.
`;

/** The messages that the bodies of our resources are made of, by name. */
export function aviMessages() {
  const messages = new Map();
  for (const object of OBJECTS) {
    const { title, properties, required, $defs = {} } = JSON.parse(readFileSync(inRoot(`sandbox/avi/schema/${object}.json`), "utf8"));
    messages.set(title, { properties, required });
    for (const [name, message] of Object.entries($defs)) if (!messages.has(name)) messages.set(name, message);
  }
  return messages;
}

export function aviTypes() {
  const messages = aviMessages();
  const names = [...messages.keys()].sort();
  return [HEAD, ...names.map((name) => interfaceOf(name, messages.get(name)))].join("\n");
}

function interfaceOf(name, { properties, required = [] }) {
  const fields = Object.entries(properties).filter(([, field]) => !field.readOnly && !field["x-server-assigned"] && !field["x-only-until"]);
  const lines = fields.map(([key, field]) => `${commentOf(field)}  ${key}${required.includes(key) ? "" : "?"}: ${typeOf(field)};\n`);
  return `export interface ${name} {\n${lines.join("")}  [field: string]: unknown;\n}\n`;
}

function typeOf(field) {
  if (field.$ref) return field.$ref.split("/").at(-1);
  // values of tomorrow, and texts that TypeScript no longer knows the value of, stay possible
  if (field.enum && field.type === "string") return [...field.enum.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ");
  if (field.type === "array") return field.items?.enum ? `(${typeOf(field.items)})[]` : `${typeOf(field.items ?? {})}[]`;
  if (field.type === "integer" || field.type === "number") return "number";
  return { string: "string", boolean: "boolean" }[field.type] ?? "unknown";
}

/** Unit, range, default and age of a field. */
function commentOf(field) {
  const {
    "x-unit": unit,
    "x-since": since,
    "x-ref": model,
    default: value,
    minimum,
    maximum,
  } = field.anyOf ? { ...field, ...field.anyOf[0] } : field;
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : "";
  const sentences = [
    model && `${field.type === "array" ? "References" : "Reference"} to ${model}.`,
    [range, unit?.toLowerCase()].filter(Boolean).join(" ") && `${[range, unit?.toLowerCase()].filter(Boolean).join(" ")}.`,
    since && since > "18.2" && `Since ${since}.`,
    value !== undefined && value !== null && typeof value !== "object" && `@default ${JSON.stringify(value)}`,
  ].filter(Boolean);
  return sentences.length > 0 ? `  /** ${sentences.join(" ")} */\n` : "";
}
