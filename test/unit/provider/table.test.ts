import type { Argument, Command } from "commander";
import { describe, expect, test } from "vitest";
import { BACK_ENDS, KINDS } from "../../../provider";
import { adoptCommand } from "../../../sdk/cli/adopt/adopt";
import { doctorCommand } from "../../../sdk/cli/doctor/doctor";
import { limitsCommand } from "../../../sdk/cli/limits";
import { orphansCommand } from "../../../sdk/cli/orphans/orphans";

// One table of back ends: kinds and verbs follow from it.

const all = Object.entries(BACK_ENDS);

const OF_NONE = ["kubernetes:ObjectStatus", "kubernetes:ObjectStatuses"];

test("every kind belongs to exactly one back end", () => {
  const owners = [...KINDS.keys()].map((kind) => [kind, all.filter(([name]) => kind.startsWith(`${name}:`)).length]);
  expect(owners).toEqual(owners.map(([kind]) => [kind, OF_NONE.includes(String(kind)) ? 0 : 1]));
});

describe.each(all)("%s", (name, backEnd) => {
  test("has the name of its line, and its own kinds with an inventory and a summary", () => {
    expect(backEnd.name).toBe(name);
    const own = [...backEnd.handlers.map((handler) => handler.name), `${name}:Inventory`, `${name}:Summary`];
    expect([...KINDS.keys()].filter((kind) => kind.startsWith(`${name}:`))).toEqual(own);
    expect(backEnd.handlers.map(({ namespace }) => namespace)).toEqual(backEnd.handlers.map(() => name));
  });

  test("has all that the product asks of each", () => {
    expect(backEnd.contact.target).toBe(name);
    expect(backEnd.marked.order.length).toBeGreaterThan(0);
    expect(new Set(backEnd.marked.order).size).toBe(backEnd.marked.order.length);
    expect([backEnd.listQueries, backEnd.marked.find, backEnd.marked.remove, backEnd.preflight, backEnd.doctor.checks]).toEqual(
      Array.from({ length: 5 }, () => expect.any(Function)),
    );
  });
});

test("verbs list the names of the table", () => {
  const having = (part: "limits" | "adoption") => all.flatMap(([name, backEnd]) => (backEnd[part] ? [name] : []));
  expect(choicesOf(orphansCommand(), "--to")).toEqual(Object.keys(BACK_ENDS));
  expect(choicesOf(limitsCommand(), "--to")).toEqual(having("limits"));
  expect(choicesOf(adoptCommand(), "--from")).toEqual(all.flatMap(([, { adoption }]) => adoption?.from ?? []));
  const [target]: readonly Argument[] = doctorCommand().registeredArguments;
  expect(target?.argChoices).toEqual(all.map(([, { doctor }]) => doctor.name));
});

const choicesOf = (command: Command, flag: string) =>
  command.options.find(({ long, flags }) => long === flag || flags.includes(flag))?.argChoices;
