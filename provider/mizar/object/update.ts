import type { KubernetesObject } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import type { Bag, Context } from "../../lifecycle/kind";
import { PartialFailure } from "../../lifecycle/partial";
import { parseId } from "./id";
import { fieldsOf, inputsOf } from "./inputs";
import { outputs } from "./outputs";
import { settled } from "./settle";
import { siteOf } from "./site";
import type { ObjectKind, View } from "./table";
import { write } from "./write";

/** Brings the object to what is declared now; what nobody declares any more is taken out of it. */
export async function update(kind: ObjectKind, ctx: Context, id: string, olds: Bag, news: Bag): Promise<Bag> {
  const inputs = inputsOf(kind, news);
  const site = siteOf(kind, ctx, inputs, parseId(kind, id));
  const first = await site.client.get(site.key);
  if (!first) throw failure("LB2065", { object: site.title, message: "is gone" });
  // Who imports one means to have it; and what an import found nobody declared, so none of it is taken out.
  const imported = olds.imported === true;
  const before = typeof olds.owner === "string" && olds.owner !== "" ? olds.owner : undefined;
  const claim = { owner: inputs.owner, before, adopt: inputs.adopt || imported, uid: olds.uid };
  let last: View = { object: first };
  const saw = (view: View) => {
    last = view;
  };
  try {
    const object: KubernetesObject = await write(site, inputs, claim, imported ? undefined : fieldsOf(kind, olds), first);
    return outputs(kind, news, await settled(site, inputs, object, saw));
  } catch (error) {
    // The old declaration stays: from it the next run knows what is to be taken out.
    throw new PartialFailure(id, { ...outputs(kind, olds, last), uid: olds.uid, imported: olds.imported, foreign: olds.foreign }, error);
  }
}
