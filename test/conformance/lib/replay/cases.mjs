import { readdirSync, readFileSync } from "node:fs";

/**
 * All groups of the folder, with the cases whose `group/name` holds `only`, of these each `every`th. A group names what it `needs` beside the server;
 * one that is `serial` must not run beside others.
 */
export function readGroups(folder, { only = "", every = 1 } = {}) {
  let count = 0;
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const groups = files.sort().map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  return groups
    .map(({ group, needs, serial = false, cases }) => ({
      group,
      needs,
      serial,
      cases: cases.map((item) => ({ ...item, id: `${group}/${item.name}` })).filter(({ id }) => id.includes(only) && count++ % every === 0),
    }))
    .filter(({ cases }) => cases.length > 0);
}
