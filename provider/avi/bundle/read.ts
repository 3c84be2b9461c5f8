import { AVI_TYPES } from "../../../kinds/avi/body";
import type { AviKind } from "../../../kinds/avi/kind";
import { compare, overlay } from "../../lifecycle/compare";
import type { JsonObject } from "../../lifecycle/json";
import type { Bag, Context, Live } from "../../lifecycle/kind";
import { aviShape } from "../shape";
import { importByName } from "./importing";
import { type Body, type Item, itemsOf, parseId, scopeOf } from "./items";
import { bodies, type Held, outputs } from "./outputs";
import { markOf } from "./ownership";
import { placeOf } from "./place";

/**
 * What the server holds of what was declared. Objects that are gone are left out, so that the next update makes them again;
 * only when all are gone the resource is.
 */
export async function readBundle(bundle: AviKind, ctx: Context, id: string, last: Bag): Promise<Live | undefined> {
  const { tenant, name } = parseId(id);
  const place = placeOf(ctx, tenant);
  const items = itemsOf(bundle, last);
  if (items.length === 0) return imported(bundle, await importByName(bundle, place, name));

  const owner = String(last.owner ?? "");
  const found = await Promise.all(
    items.map(async (item): Promise<Held | undefined> => {
      const live = await place.api.read(item.type, item.name, scopeOf(item.body, tenant, place.cloud), owner);
      return live && { item, body: heldBody(item, live, last), live };
    }),
  );
  const held = found.filter((one) => one !== undefined);
  if (held.length === 0) return undefined;

  // Who took an object over is shown as the owner, but never becomes the owner that the state knows: it would let us delete
  // what is somebody else's now.
  const foreign = foreignMark(held, owner);
  const inputs: Bag = { owner: foreign ?? owner, ...bodies(bundle, held) };
  const outs = outputs(bundle, { owner }, held);
  return { outs: { ...outs, foreign, notKept: last.notKept, imported: last.imported }, inputs };
}

function imported(bundle: AviKind, outs: Bag | undefined): Live | undefined {
  if (!outs) return undefined;
  const slots = bundle.slots.map(({ name }) => [name, outs[name]] as const);
  return { outs, inputs: { owner: outs.owner, ...Object.fromEntries(slots) } };
}

/** The declared body as the server holds it. Fields that it never kept are no drift. */
function heldBody(item: Item, live: JsonObject, last: Bag): Body {
  const shape = aviShape(item.type);
  const body = overlay(shape, item.body, live) as Body;
  const never = (last.notKept as { [key: string]: string[] } | undefined)?.[item.key] ?? [];
  const drifted = compare(shape, item.body, body);
  return drifted.length > 0 && drifted.every((path) => never.includes(path)) ? item.body : body;
}

/** The first mark that is not ours: shown as a changed `owner`. */
function foreignMark(held: readonly Held[], owner: string): string | undefined {
  const marks = held.filter(({ item }) => AVI_TYPES[item.type].ownerField).map(({ item, live }) => markOf(item.type, live));
  return marks.find((mark) => mark !== owner);
}
