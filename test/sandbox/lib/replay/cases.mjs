import { existsSync, readdirSync, readFileSync } from "node:fs";

const readJson = (url) => JSON.parse(readFileSync(url, "utf8"));

/** Steps by name with which cases of a suite may begin: `given.json` beside the folder of cases. */
function givenSteps(folder) {
  const file = new URL("../given.json", folder);
  return existsSync(file) ? readJson(file) : {};
}

/** All steps of a case: those that it is given, then its own. */
function stepsOf({ given, steps }, known) {
  if (given === undefined) return steps;
  if (!known[given]) throw new Error(`given.json has no "${given}"`);
  return [...known[given], ...steps];
}

/**
 * All groups of the folder, with the cases whose `group/name` holds `only`, of these each `every`th. A group names what it `needs` beside the server;
 * one that is `serial` must not run beside others.
 */
export function readGroups(folder, { only = "", every = 1 } = {}) {
  let count = 0;
  const given = givenSteps(folder);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const groups = files.sort().map((file) => readJson(new URL(file, folder)));
  return groups
    .map(({ group, needs, serial = false, cases }) => ({
      group,
      needs,
      serial,
      cases: cases
        .map((item) => ({ ...item, steps: stepsOf(item, given), id: `${group}/${item.name}` }))
        .filter(({ id }) => id.includes(only) && count++ % every === 0),
    }))
    .filter(({ cases }) => cases.length > 0);
}
