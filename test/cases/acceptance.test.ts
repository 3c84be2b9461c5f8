// The acceptance cases, on the built package; `npm run acceptance -- DIR` runs those of any folder.
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

/** A case that a decision leaves out has `skip`, the reason. */
interface Outcome {
  problems?: readonly string[];
  skip?: string;
}

interface AcceptanceCase {
  family: string;
  id: string;
  value?: unknown;
  /** Reason for which the file cannot be read. */
  fault?: string;
}

/** Exports of the modules of the runner. */
interface Families {
  families: { readonly [family: string]: (value: unknown) => Outcome | Promise<Outcome> };
  close(): Promise<unknown>;
}
interface Discovery {
  discover(directory: string, families: readonly string[]): Iterable<AcceptanceCase>;
}

const FOLDER = join(__dirname, "acceptance");

describe("acceptance", async () => {
  const { families, close }: Families = await import(join(FOLDER, "families/index.mjs"));
  const { discover }: Discovery = await import(join(FOLDER, "lib/discover.mjs"));
  afterAll(() => close());

  test.each([...discover(join(FOLDER, "cases"), Object.keys(families))])("$family/$id", async ({ family, value, fault }) => {
    expect(fault).toBeUndefined();
    const { skip, problems = [] } = await families[family]!(value);
    expect(skip ? [] : problems).toEqual([]);
  });
});
