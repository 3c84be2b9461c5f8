import { describe } from "../../../kinds/avi/body";
import { SECRET_FIELDS } from "../../../kinds/avi/fields";
import type { AviKind } from "../../../kinds/avi/kind";
import { compare, overlay } from "../../lifecycle/compare";
import { failure, PartialFailure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import type { Bag, Context } from "../../lifecycle/kind";
import { aviShape } from "../shape";
import { create, update } from "./ensure";
import { type Body, type Item, idOf, itemsOf, parseId, primaryOf, tenantAmong, withKept } from "./items";
import { type Held, notKept, outputs } from "./outputs";
import { claimOf, placeOf } from "./place";
import { remove } from "./remove";
import { withAddress } from "./vip";

/** Makes all objects, what is referred to before what refers to it. */
export async function createBundle(bundle: AviKind, ctx: Context, news: Bag): Promise<{ id: string; outs: Bag }> {
  const items = itemsOf(bundle, news);
  const primary = primaryOf(bundle, items);
  if (!primary) throw failure("LB2016", { message: `${bundle.primary.name}: a body with a name is expected` });
  const place = placeOf(ctx, tenantAmong(bundle, items));
  const id = idOf(place.tenant, primary.name);
  const held: Held[] = [];
  try {
    for (const item of items) {
      ctx.progress(`creating ${describe(item.type, item.name)} (${held.length + 1} of ${items.length})`);
      const { live } = await create(place, item, claimOf(item, news));
      held.push({ item, body: rememberedBody(item, undefined, live), live });
      held[held.length - 1] = await withAddress(place, ctx, held[held.length - 1] as Held);
    }
  } catch (error) {
    // What exists must stand in the state; with nothing made there is nothing to remember.
    if (held.length === 0) throw error;
    throw new PartialFailure(id, outputs(bundle, news, held), error);
  }
  warnOfDropped(ctx, held);
  return { id, outs: outputs(bundle, news, held) };
}

/**
 * Brings every object to the declared body, then deletes what is declared no more. So an addition exists before something
 * refers to it, and a removal happens after nothing refers to it.
 */
export async function updateBundle(bundle: AviKind, ctx: Context, id: string, olds: Bag, news: Bag): Promise<Bag> {
  const place = placeOf(ctx, parseId(id).tenant);
  const before = itemsOf(bundle, olds);
  const items = itemsOf(bundle, news);
  const held: Held[] = [];
  let written = false;
  reportSecrets(ctx, before, items);
  try {
    for (const item of items) {
      const last = before.find(({ key }) => key === item.key)?.body;
      const earlier = olds.imported === true ? undefined : last;
      const ensured = await update(place, item, earlier, claimOf(item, news, olds));
      written ||= ensured.written;
      held.push(await withAddress(place, ctx, { item, body: rememberedBody(item, last, ensured.live), live: ensured.live }));
    }
    for (const item of dropped(before, items).reverse()) {
      ctx.progress(`deleting ${describe(item.type, item.name)}`);
      await remove(place, ctx, item, claimOf(item, news, olds));
      written = true;
    }
  } catch (error) {
    if (!written) throw error;
    throw new PartialFailure(id, halfUpdated(bundle, olds, before, held), error);
  }
  warnOfDropped(ctx, held);
  return outputs(bundle, news, held);
}

/** Deletes all objects, what refers before what is referred to. */
export async function deleteBundle(bundle: AviKind, ctx: Context, id: string, last: Bag): Promise<void> {
  const place = placeOf(ctx, parseId(id).tenant);
  for (const item of itemsOf(bundle, last).reverse()) {
    ctx.progress(`deleting ${describe(item.type, item.name)}`);
    await remove(place, ctx, item, claimOf(item, last, last));
  }
}

/** The declared body; fields that were kept as the controller has them, so that the run that declares them again knows what to change. */
function rememberedBody({ type, body, keep }: Item, last: Body | undefined, live: JsonObject): Body {
  if (keep.length === 0) return body;
  const kept = (of: JsonObject) => withKept({ name: body.name }, keep, of);
  return withKept(body, keep, overlay(aviShape(type), kept(last ?? {}), kept(live)));
}

function dropped(before: readonly Item[], after: readonly Item[]): Item[] {
  const kept = new Set(after.map(({ key }) => key));
  return before.filter(({ key }) => !kept.has(key));
}

/** The objects we came to are as declared now, the others as they were. */
function halfUpdated(bundle: AviKind, olds: Bag, before: readonly Item[], held: readonly Held[]): Bag {
  const uuids = (olds.uuids ?? {}) as { [key: string]: string };
  const done = new Set(held.map(({ item }) => item.key));
  const untouched = before
    .filter(({ key }) => !done.has(key))
    .map((item): Held => ({ item, body: item.body, live: { uuid: uuids[item.key] ?? "" } }));
  const all = [...held, ...untouched.filter(({ item }) => item.slot.many || !held.some((other) => other.item.slot === item.slot))];
  const { notKept: _, ...outs } = outputs(bundle, olds, all);
  return { ...outs, notKept: olds.notKept, vip: outs.vip ?? olds.vip, fqdns: held.length > 0 ? outs.fqdns : olds.fqdns };
}

/** The engine shows a change of secrets alone as an update of nothing: say which fields it is about. */
function reportSecrets(ctx: Context, before: readonly Item[], after: readonly Item[]): void {
  for (const item of after) {
    const earlier: Body | undefined = before.find(({ key }) => key === item.key)?.body;
    const changed = earlier ? compare(aviShape(item.type), item.body, earlier) : [];
    const secret = changed.filter((path) => SECRET_FIELDS.has(path));
    if (secret.length > 0 && secret.length === changed.length) {
      ctx.notice(`${describe(item.type, item.name)}: only secret fields changed: ${secret.join(", ")}`);
    }
  }
}

function warnOfDropped(ctx: Context, held: readonly Held[]): void {
  for (const { item, body, live } of held) {
    const paths = notKept(item, body, live);
    if (paths.length === 0) continue;
    ctx.notice(
      `${describe(item.type, item.name)}: the controller does not keep ${paths.join(", ")}: misspelt, or newer than the API version`,
    );
  }
}
