import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** Every case below a folder: the nearest folder with the name of a family tells the family, the folder itself included. */
export function* discover(directory, families) {
  const root = resolve(directory);
  yield* walk(
    root,
    root.split("/").findLast((part) => families.includes(part)),
    families,
  );
}

function* walk(path, family, families) {
  if (statSync(path).isDirectory()) {
    const own = families.includes(basename(path)) ? basename(path) : family;
    for (const entry of readdirSync(path).sort()) yield* walk(join(path, entry), own, families);
  } else if (path.endsWith(".json") && family) {
    yield* casesOf(path, family);
  }
}

function* casesOf(path, family) {
  let value;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    yield { family, id: basename(path), fault: `the file is not JSON: ${error.message}` };
    return;
  }
  if (value?.steps || value?.expected) yield { family, id: value.id ?? basename(path, ".json"), value };
  else if (Array.isArray(value?.cases)) {
    for (const item of value.cases) {
      yield { family, id: item.id ?? `${value.group ?? basename(path, ".json")}/${item.name}`, value: { group: value.group, ...item } };
    }
  }
}
