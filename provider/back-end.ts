// Interface that each kind of load balancer implements: its resources, and the parts that commands and previews use.

import type { Health } from "../requests/health/health";
import type { BackEndName } from "../resources/kind";
import type { Adoption, PlannedResource } from "./lifecycle/adoption";
import type { JsonObject } from "./lifecycle/bodies/json";
import type { Doctor } from "./lifecycle/doctor";
import type { EditableObjects } from "./lifecycle/editable-objects";
import type { ConfigSource, ResourceHandler } from "./lifecycle/handler";
import type { FirstContact } from "./lifecycle/preview/contact";
import type { ListQueries } from "./lifecycle/preview/existing-objects";
import type { Limit } from "./lifecycle/preview/limits";
import type { Preflight } from "./lifecycle/preview/preflight";
import type { MarkedObjects } from "./orphans/marked";
import type { Verification } from "./verify/verification";

/** Bodies of a server by API type, in the form of a translation. Octavia adds `members`: which server each member is. */
export type LiveBodies = { readonly [type: string]: readonly JsonObject[] };

/** One kind of load balancer: its resources, and all that the product asks of it besides. `provider/index.ts` has the table. */
export interface BackEnd {
  readonly name: BackEndName;
  /** Its kinds of resources, without the inventory and the summary, which each back end has. */
  readonly handlers: readonly ResourceHandler[];
  readonly contact: FirstContact;
  /** Plans the lists that show which objects of an inventory exist. */
  readonly listQueries: ListQueries;
  /** Finds and deletes objects with an owner mark. */
  readonly marked: MarkedObjects;
  readonly preflight?: Preflight;
  /** Lists limits of the server, and how much of each is used. */
  limits?(config: ConfigSource): Promise<Limit[]>;
  /** The least rights that its resources need, in the form in which the server takes a role. */
  leastRights?(options: { naming?: string }): object;
  /** Reads what the server has now of a plan, and what others added to it; writes nothing. Absent where nothing answers requests. */
  live?(config: ConfigSource, planned: readonly PlannedResource[]): Promise<LiveBodies>;
  /** Reads the state of the servers of a plan, and why it is so; with a few requests, never one for each server. */
  health?(config: ConfigSource, planned: readonly PlannedResource[]): Promise<Health>;
  /** Seconds until the slowest monitor of some servers, `10.0.0.1:8080`, finds one of them well; 0 where none has a monitor. */
  monitorSeconds?(planned: readonly PlannedResource[], servers: ReadonlySet<string>): number;
  readonly adoption?: Adoption;
  readonly doctor: Doctor;
  readonly editable?: EditableObjects;
  /** Checks assumptions against a real server. */
  readonly verification?: Verification;
}
