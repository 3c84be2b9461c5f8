// Changes of docs/schema.json that break programs: what the last release had, and the schema no longer has. Each must be named in the unreleased
// section of CHANGELOG.md, as `avi:Pool.pool`, before lint lets it pass. schema-baseline.txt is the schema of the last release, one line a name.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot, readJson } from "../lib/files.mjs";
import { unreleased } from "./changelog.mjs";

const BASELINE = inRoot("tools/release/schema-baseline.txt");

/** A type in one word: `string`, `avi:PoolBody`, `string[]`, `{integer}`. */
function word({ $ref, type, items, additionalProperties, oneOf }) {
  if (oneOf) return oneOf.map(word).sort().join("|");
  if ($ref) return $ref.replace("#/types/k8s-lb:", "").replace("pulumi.json#/", "");
  if (type === "array") return `${word(items)}[]`;
  if (type === "object") return `{${additionalProperties ? word(additionalProperties) : "string"}}`;
  return type;
}

/** All that a program can name, by path: `avi:Pool.pool`, with its type and whether it is required. Outputs are `avi:Pool#address`. */
export function namesOf(schema) {
  const names = new Map();
  const short = (token) => token.replace("k8s-lb:", "");
  const add = (owner, sign, properties = {}, required = []) => {
    for (const [name, property] of Object.entries(properties))
      names.set(`${owner}${sign}${name}`, `${word(property)}${required.includes(name) ? " required" : ""}`);
  };
  names.set("provider", "resource");
  add("provider", ".", schema.provider.inputProperties, schema.provider.requiredInputs);
  for (const [token, { properties, required, enum: values = [], type }] of Object.entries(schema.types)) {
    names.set(short(token), type);
    add(short(token), ".", properties, required);
    for (const { value } of values) names.set(`${short(token)}=${value}`, "value");
  }
  for (const [token, resource] of Object.entries(schema.resources)) {
    names.set(short(token), "resource");
    add(short(token), ".", resource.inputProperties, resource.requiredInputs);
    add(short(token), "#", resource.properties, resource.required);
  }
  return new Map([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The name that another one belongs to: `avi:Pool` of `avi:Pool.pool`. */
const ownerOf = (name) => name.replace(/[.#=].*$/, "");

/** Changes that break a program written for the old names: the name, and what happened to it. */
export function breaks(old, now) {
  const changes = [];
  for (const [name, was] of old) {
    const is = now.get(name);
    const owner = ownerOf(name);
    if (is === undefined) {
      if (owner === name || now.has(owner)) changes.push({ name, what: "is removed" });
      continue;
    }
    const [before, after] = [was, is].map((one) => ({ type: one.replace(/ required$/, ""), required: one.endsWith(" required") }));
    if (before.type !== after.type) changes.push({ name, what: `is of type ${after.type}, was ${before.type}` });
    if (!name.includes("#") && after.required && !before.required) changes.push({ name, what: "is required now" });
    if (name.includes("#") && before.required && !after.required) changes.push({ name, what: "may be without a value now" });
  }
  for (const [name, is] of now)
    if (!old.has(name) && old.has(ownerOf(name)) && !name.includes("#") && is.endsWith(" required"))
      changes.push({ name, what: "is new, and required" });
  return changes;
}

/** The breaks that the changelog does not name, as lines for people. */
export const unnamed = (changes, section) =>
  changes
    .filter(({ name }) => !section.includes(`\`${name}\``))
    .map(({ name, what }) => `CHANGELOG.md does not say that \`${name}\` ${what}`);

const nameLines = (names) => [...names].map(([name, what]) => `${name}\t${what}\n`).join("");

const namesIn = (text) =>
  new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split("\t")),
  );

/** Faults for lint. */
export function schemaFaults() {
  const old = namesIn(readFileSync(BASELINE, "utf8"));
  return unnamed(breaks(old, namesOf(readJson(inRoot("docs/schema.json")))), unreleased(readFileSync(inRoot("CHANGELOG.md"), "utf8")));
}

/** A release is what the next one is compared with. Returns the file. */
export function writeBaseline() {
  writeFileSync(BASELINE, nameLines(namesOf(readJson(inRoot("docs/schema.json")))));
  return BASELINE;
}
