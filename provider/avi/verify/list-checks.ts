// Checks of `k8s-lb verify` about lists of Avi: pages, and filters by name and by owner.

import { type CheckResult, checkResult } from "../../verify/check";
import { VERIFY_MARK } from "../../verify/verification";
import type { AviVerifySession } from "./session";

const named = (objects: readonly { [field: string]: unknown }[]) => objects.map(({ name }) => String(name));

export async function pages(session: AviVerifySession): Promise<CheckResult> {
  for (const word of ["page-1", "page-2", "page-3"]) await session.pool(word);
  const { results, count, next } = await session.page(`/api/pool?page_size=2&created_by=${VERIFY_MARK}`);
  const holds = results.length === 2 && typeof count === "number" && count >= 3 && typeof next === "string";
  return checkResult(
    holds,
    `a page of 2 has ${results.length} objects, count ${String(count)}, ${typeof next === "string" ? "a" : "no"} next page`,
  );
}

export async function filterByName(session: AviVerifySession): Promise<CheckResult> {
  const [pool] = [await session.pool("filter"), await session.pool("filter-2")];
  const { results } = await session.page(`/api/pool?name=${encodeURIComponent(pool.name)}`);
  const names = named(results);
  return checkResult(
    names.length === 1 && names[0] === pool.name,
    names.length === 1 ? "one object was found" : `${names.length} objects were found`,
  );
}

export async function filterByOwner(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("owned");
  const other = await session.pool("owned-by-other", { created_by: `${VERIFY_MARK}-other` });
  const { results } = await session.page(`/api/pool?page_size=200&created_by=${VERIFY_MARK}`);
  const names = named(results);
  const words = names.includes(other.name)
    ? "objects of another mark were found too"
    : `${names.length > 0 ? "only" : "no"} objects of the mark were found`;
  return checkResult(names.includes(pool.name) && !names.includes(other.name), words);
}
