import { type KubernetesBody, type KubernetesObject, refusedBecause } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { differences } from "./held";
import type { Inputs } from "./inputs";
import { assertOurs, type Claim, isOurs, marked } from "./ownership";
import { patchOf } from "./patch";
import type { Site } from "./site";

/** How often a write is tried again because the object changed since it was read: the operator writes beside us. */
const TRIES = 8;

/** One that has the name already: ours from a run whose state was lost, or to be adopted. */
export async function takeOver(site: Site, inputs: Inputs, held: KubernetesObject): Promise<KubernetesObject> {
  const claim: Claim = { owner: inputs.owner, adopt: inputs.adopt };
  assertOurs(held, site.title, claim);
  const fixed = differences(site.kind, inputs.fields, held).find((path) => site.kind.fixed.some((pattern) => pattern.test(path)));
  if (fixed) {
    const message = `is there with another ${fixed} than declared`;
    throw failure("LB2061", { object: site.title, pointer: `/${fixed.replaceAll(".", "/")}`, message });
  }
  if (!isOurs(held, claim)) site.ctx.notice(`${site.title} is taken over`);
  return write(site, inputs, claim, undefined, held);
}

/** Brings the object to what is declared, with the fewest fields. Nothing is sent where nothing differs. */
export async function write(
  site: Site,
  inputs: Inputs,
  claim: Claim,
  before: JsonObject | undefined,
  first: KubernetesObject,
): Promise<KubernetesObject> {
  const { kind, client, key, title } = site;
  let object: KubernetesObject | undefined = first;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    object ??= await client.get(key);
    if (!object) throw failure("LB2065", { object: title, message: "is gone" });
    if (object.metadata.deletionTimestamp) throw failure("LB2065", { object: title, message: "is being deleted" });
    assertOurs(object, title, claim);
    const patch = patchOf(kind, before, withInitial(site, marked(inputs.fields, inputs.owner), object), object);
    if (!patch) return object;
    const { resourceVersion = "" } = object.metadata;
    const metadata = { ...(isObject(patch.metadata) ? patch.metadata : {}), resourceVersion };
    site.listings.drop();
    try {
      return await client.mergePatch(key, { ...patch, metadata } as KubernetesBody);
    } catch (error) {
      if (!refusedBecause(error, "conflict")) throw error;
      object = undefined;
    } finally {
      site.listings.drop();
    }
  }
  throw failure("LB2011", { object: title, message: `changed ${TRIES} times while it was written` });
}

/**
 * `spec.status: Init` makes the operator begin, and makes it begin again, with a new vni, on an object that is provisioned. So it is
 * written only where there never was any status.
 */
function withInitial({ kind }: Site, wanted: JsonObject, { spec }: KubernetesObject): JsonObject {
  const held = isObject(spec) ? spec : {};
  const missing = Object.entries(kind.initial ?? {}).filter(([field]) => held[field] === undefined || held[field] === "");
  // a spec without computed fields is what is compared, so one that is missing counts as different
  return missing.length === 0
    ? wanted
    : { ...wanted, spec: { ...(isObject(wanted.spec) ? wanted.spec : {}), ...Object.fromEntries(missing) } };
}
