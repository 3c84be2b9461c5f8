import { describe, expect, it } from "vitest";
import { type HostileRow, manifestOf, saidOf, TABLES } from "./tables";

const titleOf = ({ set, to, drop, as, said }: HostileRow) =>
  `${set === undefined ? `${as === undefined ? "no " : ""}${drop}${as === undefined ? "" : ` as ${as}`}` : `${set} = ${JSON.stringify(to)}`}: ${said.join(", ")}`;

describe.each(TABLES.map((table) => [table.name, table] as const))("what is wrong in %s", (name, table) => {
  const sound = saidOf(table, table.subject);

  it.each(table.rows.map((row) => [`${name}, ${titleOf(row)}`, row] as const))("%s", (_title, row) => {
    const news = saidOf(table, manifestOf(table, row)).filter((message) => !sound.includes(message));
    expect(news).toEqual(row.said);
  });

  it(`${name}, every row is an error or a warning`, () => {
    expect(table.rows.length).toBeGreaterThan(8);
    for (const { said } of table.rows) expect(said.join()).toMatch(/error|warning/);
  });
});
