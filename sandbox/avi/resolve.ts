// Resolves references to stored objects.
import { type JsonObject, text } from "../shared/json";
import { unresolvedReference } from "./http";
import { ADMIN_TENANT, canonical, parseReference, target, tenantOf, visitReferences } from "./references";
import { allModels, type Model } from "./schema";
import type { AviScope, ControllerState } from "./state";

/** The URL type of a model, if the sandbox serves it. */
function servedType(title: string): string | undefined {
  const type = title.toLowerCase();
  return allModels().has(type) ? type : undefined;
}

/** Turns every reference of a body into its canonical form, or refuses the body. */
export function resolveReferences(state: ControllerState, model: Model, body: JsonObject, scope: AviScope): void {
  // The cloud comes first, because it narrows what names can mean.
  if (typeof body.cloud_ref === "string") body.cloud_ref = resolve(state, body.cloud_ref, "Cloud", scope, undefined);
  const cloud = model.cloudScoped ? text(body.cloud_ref ?? defaultCloud(state)) : undefined;
  visitReferences(model, body, (reference, title, path) => {
    if (path === "tenant_ref") return undefined; // an object lives where the request's tenant header says
    return resolve(state, reference, title, scope, cloud);
  });
}

export function defaultCloud(state: ControllerState): string {
  const uuid = state.store.named("cloud", "Default-Cloud")[0]?.uuid;
  return uuid ? canonical("cloud", text(uuid)) : "";
}

/** The canonical form of one reference to an object of the given model. References to types we do not serve stay as they are. */
function resolve(state: ControllerState, written: string, title: string, scope: AviScope, cloud: string | undefined): string {
  const type = servedType(title);
  if (!type) return written;
  const reference = parseReference(written);
  if (reference.type && reference.type !== type) throw unresolvedReference(title);
  if ("uuid" in reference) {
    const referred = state.store.get(type, reference.uuid);
    if (!referred || !visible(referred, scope.tenant)) throw unresolvedReference(title);
    return canonical(type, reference.uuid);
  }
  const named = state.store.named(type, reference.name).filter((object) => visible(object, scope.tenant));
  const inCloud = named.filter((object) => cloudMatches(state, object, reference.cloud, cloud));
  const best = inCloud.find((object) => tenantOf(object) === scope.tenant) ?? inCloud[0];
  if (!best) throw unresolvedReference(title);
  return canonical(type, text(best.uuid));
}

/** Objects of the own tenant and of admin can be referred to. */
function visible(object: JsonObject, tenant: string): boolean {
  const owner = tenantOf(object);
  return owner === undefined || owner === tenant || owner === ADMIN_TENANT;
}

function cloudMatches(state: ControllerState, object: JsonObject, cloudName: string | undefined, cloud: string | undefined): boolean {
  if (object.cloud_ref === undefined) return true;
  if (cloudName) return text(state.store.get("cloud", target(object.cloud_ref)?.uuid ?? "")?.name) === cloudName;
  return cloud === undefined || object.cloud_ref === cloud;
}

/** The object a canonical reference leads to. */
export function follow(state: ControllerState, reference: unknown): JsonObject | undefined {
  const at = typeof reference === "string" ? target(reference) : undefined;
  return at && state.store.get(at.type, at.uuid);
}

/** The canonical reference of a named object, preferring one of the given cloud. */
export function referenceByName(state: ControllerState, type: string, name: string, cloud?: string): string | undefined {
  const named = state.store.named(type, name);
  const match =
    named.find((object) => cloud !== undefined && object.cloud_ref === cloud) ?? (cloud && named[0]?.cloud_ref ? undefined : named[0]);
  return match && canonical(type, text(match.uuid));
}
