import { failure, PartialFailure } from "../../lifecycle/errors";
import type { Bag, Context, Kind } from "../../lifecycle/kind";
import { stable } from "../../lifecycle/shape";
import { describeKey } from "../paths";
import { held } from "./held";
import { faultIn, idOf, inputsOf, type StatusInputs } from "./inputs";
import { refuseSecondWriter } from "./second-writer";
import { forget, look, siteIfAny, siteOf } from "./site";
import { type Wanted, write } from "./write";

/** Inputs that say which object is meant. */
const IDENTITY = ["apiVersion", "kind", "tenant", "namespace", "name"] as const;

/**
 * What we know of an object that others own: fields of its status, annotations. They are written with server-side apply, so that
 * nothing else of the object is touched and two writers of one field notice each other.
 */
export const objectStatusKind: Kind = {
  name: "kubernetes:ObjectStatus",
  namespace: "kubernetes",

  check(_olds, news) {
    const fault = faultIn(news);
    return fault ? [fault] : [];
  },

  diff(_id, olds, news) {
    const replaces = IDENTITY.filter((key) => identity(key, olds) !== identity(key, news));
    const differs = (["status", "annotations"] as const).filter((part) => stable(olds[part] ?? null) !== stable(news[part] ?? null));
    return { changes: [...replaces, ...differs], replaces: [...replaces] };
  },

  async create(ctx, news) {
    const inputs = inputsOf(news);
    await put(ctx, inputs);
    return { id: idOf(inputs), outs: news };
  },

  async read(ctx, _id, last) {
    if (faultIn(last))
      throw failure("LB2021", { message: "what was written to an object cannot be imported: it is written again by a create" });
    const inputs = inputsOf(last);
    const object = await look(await siteOf(ctx, inputs));
    if (!object) return undefined;
    const live = {
      status: held(inputs.status, object.status as Wanted["status"]),
      annotations: held(inputs.annotations, object.metadata.annotations),
    };
    const shown = {
      ...last,
      ...(inputs.status ? { status: live.status ?? {} } : {}),
      ...(inputs.annotations ? { annotations: live.annotations ?? {} } : {}),
    };
    return { outs: shown, inputs: shown };
  },

  async update(ctx, _id, olds, news) {
    await put(ctx, inputsOf(news), inputsOf(olds));
    return news;
  },

  async delete(ctx, _id, last) {
    const inputs = inputsOf(last);
    const site = await siteIfAny(ctx, inputs);
    const object = await site?.client.get(site.key);
    if (site && object) await write(site, object, {}, inputs, false);
  },
};

/** @param before what this resource wrote last; absent: nothing yet */
async function put(ctx: Context, inputs: StatusInputs, before?: Wanted): Promise<void> {
  const site = await siteOf(ctx, inputs);
  forget(site);
  const object = await site.client.get(site.key);
  if (!object) throw failure("LB2105", { object: describeKey(site.key), message: "there is no such object whose status could be written" });
  if (!before && !inputs.force) refuseSecondWriter(site, object, inputs);
  try {
    await write(site, object, inputs, before ?? {}, inputs.force);
  } catch (error) {
    // Of two parts the first may be written: what is applied twice is the same, and a delete gives both up.
    if (inputs.status && inputs.annotations) throw new PartialFailure(idOf(inputs), { ...inputs } as Bag, error);
    throw error;
  }
}

/** A new version of the API names the same object. */
function identity(key: (typeof IDENTITY)[number], bag: Bag): unknown {
  const value = bag[key];
  return key === "apiVersion" && typeof value === "string" ? value.replace(/\/?[^/]*$/, "") : (value ?? undefined);
}
