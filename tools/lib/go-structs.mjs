// Fields of Go structs as their JSON tags say: what is a pointer, what is left out when empty.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FIELD = /^\t(?:(\w+)\s+)?([*\w.[\]]+)\s+`.*json:"([^"]*)"/;

/** Struct -> JSON field -> letters: `p` a pointer, `a` always written, `z` left out when zero even as a struct. */
export function goStructs(folder) {
  const structs = new Map();
  for (const file of readdirSync(folder)) {
    if (!/types.*\.go$/.test(file) || file.endsWith("_test.go")) continue;
    let current;
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const start = /^type (\w+) struct \{/.exec(line);
      if (start) {
        current = [];
        structs.set(start[1], current);
      } else if (line === "}") current = undefined;
      else if (current) addField(current, line);
    }
  }
  return { lettersOf: (name) => letters(structs, name) };
}

function addField(fields, line) {
  const match = FIELD.exec(line);
  if (!match) return;
  const [, , type, tag] = match;
  const [name, ...options] = tag.split(",");
  if (options.includes("inline") || (name === "" && tag !== "-")) return fields.push({ inline: type.replace(/^\*/, "") });
  const omits = options.includes("omitempty");
  const zero = options.includes("omitzero");
  fields.push({ name, letters: `${type.startsWith("*") ? "p" : ""}${omits || zero ? "" : "a"}${zero ? "z" : ""}` });
}

function letters(structs, name) {
  const found = {};
  for (const field of structs.get(name) ?? []) {
    if (field.inline) Object.assign(found, letters(structs, field.inline));
    else found[field.name] = field.letters;
  }
  return found;
}
