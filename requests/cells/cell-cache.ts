// Caches cells: hosts whose rules have the same conditions share them.

import type { ServedRule } from "../table/routing-table";
import { type Cell, cellsOf, editIn, type Fixed, open } from "./cells";
import type { Within } from "./samples";

/** Cells of two rule lists, which name rules by their index. */
interface ShapeCells {
  cells: readonly { a: number; b: number; fixed: Fixed; certain: boolean }[];
  limits: readonly string[];
}

/** Cells by the conditions of both sides: most hosts of a cluster have the same ones. */
export type KnownCells = Map<string, ShapeCells>;

/** Cells of a host, computed once for all hosts with the same conditions. */
export function cellsAt(
  cache: KnownCells,
  a: readonly ServedRule[],
  b: readonly ServedRule[],
  within: Within,
): { cells: Cell[]; limits: readonly string[] } {
  const key = `${keyOf(a, within)}\n${keyOf(b, within)}`;
  const shape = cache.get(key) ?? shapeOf(a, b, within);
  cache.set(key, shape);
  const cells = shape.cells.map(({ a: inA, b: inB, fixed, certain }): Cell => {
    const [ruleA, ruleB] = [a[inA], b[inB]];
    return { ...(ruleA ? { a: ruleA } : {}), ...(ruleB ? { b: ruleB } : {}), fixed, certain };
  });
  return { cells, limits: shape.limits };
}

function shapeOf(a: readonly ServedRule[], b: readonly ServedRule[], within: Within): ShapeCells {
  const cells: { a: number; b: number; fixed: Fixed; certain: boolean }[] = [];
  const at = (rules: readonly ServedRule[], rule: ServedRule | undefined) => (rule ? rules.indexOf(rule) : -1);
  const limits = cellsOf(open(a), open(b), within, ({ a: ruleA, b: ruleB, fixed, certain }) =>
    cells.push({ a: at(a, ruleA), b: at(b, ruleB), fixed, certain }),
  );
  return { cells, limits };
}

/** Key of the conditions and replaced path parts of all rules, and of the host where a rule tests it. */
function keyOf(rules: readonly ServedRule[], { name }: Within): string {
  let key = "";
  for (const rule of rules) {
    const { match } = rule;
    const edit = editIn(rule);
    key += `${match ? JSON.stringify(match) : ""}${edit ? JSON.stringify(edit) : ""};`;
    if (match?.some(({ of }) => of === "host")) key += `${name};`;
  }
  return key;
}
