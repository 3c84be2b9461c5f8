import ipaddr from "ipaddr.js";
import { compareSubset, valuesAt } from "../lib/match.mjs";
import { brief } from "../lib/subset.mjs";

const ASSERTIONS = {
  in: (found, range) => typeof found === "string" && ipaddr.parse(found).match(ipaddr.parseCIDR(range)),
  not: (found, value) => found !== undefined && compareSubset(value, found).length > 0,
  matches: (found, pattern) => found !== undefined && new RegExp(pattern).test(String(found)),
};

/** Dotted fields of an object, and assertions about them: `spec.vni.matches`, `.not`, `.in` a range. A null must be absent. */
export function dotted(expected, object, path) {
  if (!object) return [`${path}: it is not there`];
  return Object.entries(expected).flatMap(([key, value]) => {
    const [, field, name] = /^(.*)\.(in|not|matches)$/.exec(key) ?? [];
    // a server leaves an empty text out
    if (!name) return compareSubset(value, at(object, key) ?? (value === "" ? "" : undefined), `${path}.${key}`);
    return ASSERTIONS[name](at(object, field), value) ? [] : [`${path}.${key}: expected ${brief(value)}, got ${brief(at(object, field))}`];
  });
}

/** Returns the value at a dotted path, where names may contain dots. */
function at(object, path) {
  if (path.includes("[")) return valuesAt(object, path)[0];
  const parts = path.split(".");
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join(".");
    if (typeof object !== "object" || object === null || !(name in object)) continue;
    return count === parts.length ? object[name] : at(object[name], parts.slice(count).join("."));
  }
  return undefined;
}

/** Dotted paths as an object. */
export function nested(fields) {
  const made = {};
  for (const [path, value] of Object.entries(fields)) {
    const parts = path.split(".");
    const last = parts.pop();
    let place = made;
    for (const part of parts) place = place[part] ??= {};
    place[last] = value;
  }
  return made;
}
