// Refuses a new component whose objects exist already: another state has them, or its state is lost.

import type { Properties } from "../bodies/json";
import type { CheckFailure, Context } from "../handler";
import { areOf, countText, nameList } from "../messages/counts";
import { type ExistingObjects, namesWithMark, type QueryExisting } from "./existing-objects";
import type { GuardedInputs } from "./guarded-inputs";
import { refused } from "./refusal";
import { renamedFrom } from "./renamed";

/**
 * Refuses a new component whose objects exist already, with its mark or that of another component: the state that knows them is another one,
 * or is lost, and taking them over without `adopt` would let the destroy of one state delete objects that another needs. An interrupted run
 * is not refused, because its inventory is in the state.
 */
export async function existingOfNewComponent(
  look: QueryExisting,
  ctx: Context,
  news: GuardedInputs,
  properties: Properties,
): Promise<CheckFailure[]> {
  const { names = [], owner, tenant, adopt, allowMassDelete } = news;
  if (adopt || !owner || names.length === 0) return [];
  const existing = await look(ctx, { names, owners: [owner], tenant: tenant || undefined });
  if (existing.reasons.length > 0) {
    ctx.notice(`the preview could not check for existing objects: ${existing.reasons.join("; ")}`);
  }
  const desired = new Set(names);
  const ours = namesWithMark(existing, (mark) => mark === owner);
  const refusals = [ownObjectsExist(owner, ours, desired), foreignObjectsExist(owner, existing, desired)].find((list) => list.length > 0);
  if (refusals) return refusals;
  const renamed = allowMassDelete ? [] : renamedFrom(existing, news, properties);
  if (renamed.length === 0 && ours.length > 0)
    ctx.notice(
      `${countText(ours, "object")} with the mark of this component ${areOf(ours)} on the server and not among its specs: ${nameList(ours)}`,
    );
  return renamed;
}

function ownObjectsExist(owner: string, ours: readonly string[], desired: ReadonlySet<string>): CheckFailure[] {
  const existing = ours.filter((name) => desired.has(name));
  if (existing.length === 0) return [];
  const message = `${countText(existing, "object")} with the mark ${owner} ${areOf(existing)} on the server already: ${nameList(existing)}`;
  return refused("LB2053", message);
}

function foreignObjectsExist(owner: string, { objects }: ExistingObjects, desired: ReadonlySet<string>): CheckFailure[] {
  const foreign = objects.filter(({ name, owner: mark }) => mark !== owner && desired.has(name));
  if (foreign.length === 0) return [];
  const names = [...new Set(foreign.map(({ name }) => name))].sort();
  const marks = [...new Set(foreign.map(({ owner: mark }) => mark))].sort().join(", ");
  const message = `${countText(names, "object")} of this component ${areOf(names)} on the server with the mark ${marks}: ${nameList(names)}`;
  return refused("LB2054", message);
}
