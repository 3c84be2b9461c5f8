import type { KubernetesObject } from "../../kubernetes";
import type { Bag, Context, Live } from "../../lifecycle/kind";
import { isObject } from "../../lifecycle/sanitize";
import { allFields, heldFields } from "./held";
import { idOf, parseId } from "./id";
import { inputsOf, withFields } from "./inputs";
import { outputs } from "./outputs";
import { isOurs, markOf, OURS } from "./ownership";
import { viewOf } from "./settle";
import { type Site, siteOf } from "./site";
import type { ObjectKind } from "./table";

/** What the server holds of what was declared; undefined when the object is gone. */
export async function read(kind: ObjectKind, ctx: Context, id: string, last: Bag): Promise<Live | undefined> {
  const inputs = inputsOf(kind, last);
  const site = siteOf(kind, ctx, { ...inputs, tenant: undefined }, parseId(kind, id));
  const object = await find(site);
  if (!object) return undefined;
  const view = await viewOf(site, object, false);
  if (!isObject(last.metadata)) {
    const { name, namespace, tenant } = object.metadata;
    const identity = { name, ...(namespace ? { namespace } : {}), ...(typeof tenant === "string" ? { tenant } : {}) };
    const bag = { ...withFields({ metadata: identity }, allFields(kind, object)), owner: markOf(object) ?? "" };
    return { outs: { ...outputs(kind, bag, view), imported: true }, inputs: bag };
  }
  const held = withFields(last, heldFields(kind, inputs.fields, object));
  const counted = last.counted === undefined ? {} : { counted: last.counted };
  // Who took it over is shown as the owner, but never becomes the owner that the state knows: it would let us delete it.
  const ours = isOurs(object, { owner: inputs.owner, adopt: false });
  const foreign = ours || last.imported === true ? undefined : (markOf(object) ?? "");
  const outs = { ...outputs(kind, held, view), ...counted, uid: last.uid, imported: last.imported, foreign };
  return { outs, inputs: { ...held, owner: foreign ?? inputs.owner } };
}

/** In the list of ours that the reads of one refresh share, else by its name: whose label somebody took away is in no list. */
async function find({ client, key, listings }: Site): Promise<KubernetesObject | undefined> {
  const { type, namespace, tenant } = key;
  const listed = await listings.of([type.plural, tenant, namespace].join(" "), async () => {
    const objects = await client.list(type, { namespace, tenant, labelSelector: OURS });
    return new Map(objects.map((object) => [idOf({ ...key, name: object.metadata.name }), object]));
  });
  return listed?.get(idOf(key)) ?? client.get(key);
}
