import { type JsonObject, text } from "../shared/json";
import { canonical } from "./references";
import { ADMIN_TENANT, type ControllerState, type Scope } from "./state";

/** What every cloud comes with, and what goes with it. */
const COMPANIONS: [type: string, body: JsonObject][] = [
  ["vrfcontext", { name: "global", system_default: true }],
  ["vrfcontext", { name: "management", system_default: true }],
  ["serviceenginegroup", { name: "Default-Group" }],
];

/** How an object of a type is created; given by the caller, which is the code that creates clouds. */
type Create = (type: string, body: JsonObject, scope: Scope) => JsonObject;

export function createCompanions(state: ControllerState, cloud: JsonObject, create: Create): void {
  const scope = { tenant: ADMIN_TENANT, allTenants: false, version: state.settings.version };
  const cloud_ref = canonical("cloud", text(cloud.uuid));
  for (const [type, body] of COMPANIONS) {
    const made = create(type, { ...body, cloud_ref }, scope);
    state.systemObjects.add(canonical(type, text(made.uuid)));
  }
}

/** The companions of a cloud that nothing but the cloud holds on to. */
export function companionsOf(state: ControllerState, uuid: string): { type: string; object: JsonObject }[] {
  const named = ({ type, object }: { type: string; object: JsonObject }) =>
    COMPANIONS.some(([kind, body]) => kind === type && body.name === object.name);
  return state.store
    .referrersOf("cloud", uuid)
    .filter(named)
    .filter(({ type, object }) => state.store.referrersOf(type, text(object.uuid)).length === 0);
}
