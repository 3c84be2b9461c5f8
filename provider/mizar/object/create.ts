import type { Json } from "../../../kinds/json";
import { apiVersionOf, type KubernetesBody, type KubernetesObject, refusedBecause } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import type { Bag, Context } from "../../lifecycle/kind";
import { PartialFailure } from "../../lifecycle/partial";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { sleep } from "../../lifecycle/wait";
import { idOf } from "./id";
import { type Inputs, inputsOf } from "./inputs";
import { outputs } from "./outputs";
import { marked, markOf } from "./ownership";
import { waitUntilGone } from "./remove";
import { settled } from "./settle";
import { type Site, siteOf } from "./site";
import type { ObjectKind, View } from "./table";
import { takeOver } from "./write";

/** How often to look for an object whose create got no answer, or whose name was just freed. */
const LOOKS = 4;

/** Makes the object, or goes on with one of ours that an earlier run left half-made, and waits for the operator. */
export async function create(kind: ObjectKind, ctx: Context, news: Bag): Promise<{ id: string; outs: Bag }> {
  const inputs = inputsOf(kind, news);
  const site = siteOf(kind, ctx, inputs);
  const id = idOf(site.key);
  let last: View = { object: await make(site, inputs) };
  try {
    const saw = (view: View) => {
      last = view;
    };
    const view = await settled(site, inputs, last.object, saw, true);
    return { id, outs: outputs(kind, news, view) };
  } catch (error) {
    throw new PartialFailure(id, outputs(kind, news, last), error);
  } finally {
    site.listings.drop();
  }
}

/** Posts first, and looks only when the name is taken or the answer got lost. */
async function make(site: Site, inputs: Inputs): Promise<KubernetesObject> {
  const { client, key, title } = site;
  const body = bodyOf(site, inputs);
  site.ctx.progress(`creating ${title}`);
  site.listings.drop();
  for (let look = 0; look < LOOKS; look++) {
    try {
      return await client.create(key, body);
    } catch (error) {
      if (!refusedBecause(error, "exists", "unavailable")) throw error;
      const held = await lookFor(site, inputs, refusedBecause(error, "unavailable"));
      if (!held && refusedBecause(error, "unavailable")) throw error;
      if (!held) continue;
      // its predecessor, or that of an interrupted run
      if (held.metadata.deletionTimestamp) await waitUntilGone(site, inputs, held);
      else return await takeOver(site, inputs, held);
    }
  }
  throw failure("LB2011", { object: title, message: "is made and deleted by somebody else again and again" });
}

/** What has the name. After a lost answer only one of ours counts, and it may take a moment to show. */
async function lookFor({ client, key, waits }: Site, { owner }: Inputs, lost: boolean): Promise<KubernetesObject | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const held = await client.get(key);
    if (!lost || (held && markOf(held) === owner)) return held;
    await sleep(waits.intervalMs);
  }
  return undefined;
}

/** The whole object as it is posted. */
function bodyOf({ kind, key, tenants }: Site, { fields, owner }: Inputs): KubernetesBody {
  const { metadata, spec } = marked(fields, owner);
  const place: { [field: string]: Json | undefined } = { namespace: key.namespace, tenant: tenants ? key.tenant : undefined };
  const given = Object.entries(place).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return {
    apiVersion: apiVersionOf(kind.type),
    kind: kind.type.kind,
    metadata: { name: key.name, ...Object.fromEntries(given), ...(metadata as JsonObject) },
    spec: { ...(isObject(spec) ? spec : {}), ...kind.initial },
  };
}
