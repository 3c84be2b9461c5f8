// Checks the controller objects that a rule refers to, as AKO does.

import { referenceTo } from "../../../../resources/avi/body";
import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { diagnose } from "../../../specs";
import type { AviSettings } from "../settings";

/** Objects that every controller has, and of which type some are. */
const SYSTEM = /^(System|Default)-/;
const TYPES: Readonly<Record<string, string>> = {
  "System-HTTP": "APPLICATION_PROFILE_TYPE_HTTP",
  "System-L4-Application": "APPLICATION_PROFILE_TYPE_L4",
  "System-SSL-Application": "APPLICATION_PROFILE_TYPE_SSL",
  "System-Secure-HTTP": "APPLICATION_PROFILE_TYPE_HTTP",
};

/** A rule is refused, in AKO's words. */
export class Refused extends Error {}

/** References of one rule to objects on the controller. AKO looks each up and refuses a rule that names something else (ako-2x.md 10). */
export class References {
  readonly #unchecked = new Set<string>();

  constructor(private readonly settings: Pick<AviSettings, "controllerObjects" | "clusterName" | "cloudName">) {}

  /** The reference; throws {@link Refused} where the controller has no such object, or one that AKO itself has made. */
  to(type: string, name: string, must: { be?: string } = {}): string {
    const body = this.find(type, name);
    if (must.be && body?.type !== undefined && body.type !== must.be)
      throw new Refused(`${type} "${name}" found on controller is invalid, must be of type: ${must.be}`);
    if (body && body.created_by === `ako-${this.settings.clusterName}`)
      throw new Refused(`${type} "${name}" Invalid operation, object referred is created by current AKO instance`);
    return referenceTo(type, name);
  }

  /** The body of the object; undefined where nothing is known of it but that it counts as there. */
  find(type: string, name: string): { [field: string]: unknown } | undefined {
    const { controllerObjects } = this.settings;
    const listedObject = controllerObjects?.find((object) => object.type === type && object.body.name === name);
    if (listedObject) return listedObject.body;
    if (SYSTEM.test(name)) return type === "applicationprofile" && TYPES[name] ? { type: TYPES[name] } : undefined;
    if (controllerObjects) throw new Refused(`${type} "${name}" not found on controller`);
    this.#unchecked.add(`${type} ${name}`);
    return undefined;
  }

  /** Throws {@link Refused} where the controller has no object of this identifier, which AKO looks up before the name. */
  toUuid(type: string, uuid: string): void {
    const { controllerObjects } = this.settings;
    if (!controllerObjects) this.#unchecked.add(`${type} ${uuid}`);
    else if (!controllerObjects.some((object) => object.type === type && object.body.uuid === uuid))
      throw new Refused(`${type} "${uuid}" not found on controller`);
  }

  /** True if the cloud is known to be one of NSX-T. */
  onNsxt(): boolean {
    const { controllerObjects = [], cloudName } = this.settings;
    return controllerObjects.some(({ type, body }) => type === "cloud" && body.name === cloudName && body.vtype === "CLOUD_NSXT");
  }

  /** Fields with the references that are given. */
  fields(types: { readonly [field: string]: readonly [type: string, name: string | undefined] }): { [field: string]: string } {
    return Object.fromEntries(Object.entries(types).flatMap(([field, [type, name]]) => (name ? [[field, this.to(type, name)]] : [])));
  }

  /** Each once, in the order given. */
  list(type: string, names: readonly string[] = []): string[] {
    return [...new Set(names)].map((name) => this.to(type, name));
  }

  /** Without the setting `controllerObjects` everything counts as there. */
  unchecked(ref: ObjectRef): Diagnostic[] {
    if (this.#unchecked.size === 0) return [];
    const message = `these objects of the controller were not checked and are assumed to exist: ${[...this.#unchecked].sort().join(", ")}`;
    return [diagnose("LB1306", ref, "/spec", message, { remedy: "List what the controller has in the setting controllerObjects." })];
  }
}
