// Interface that a back end implements for an adoption, with the types of its report.

import type { Json } from "../../resources/kind";
import type { Properties } from "./bodies/json";
import type { CheckFailure, ConfigSource, Context } from "./handler";
import { nameList } from "./messages/counts";
import { failure } from "./messages/errors";

/** The adoption of objects that another controller created. */
export interface Adoption {
  /** Controllers whose objects can be taken over, as `k8s-lb adopt --from` names them. */
  readonly from: readonly string[];
  /** Reads the server, with lists and without a write, and compares. */
  report(config: ConfigSource, question: AdoptionQuery): Promise<AdoptionReport>;
  /** Looks before a run that adopts, at preview already: notices what changes, and refuses a plan that fits nothing. */
  inspect?(ctx: Context, news: Properties): Promise<CheckFailure[]>;
  /**
   * Deletes what a report lists as left, one after the other in its order; looks at each again before, and leaves what is held.
   *
   * @param onSwept called after each, for a line of progress
   */
  sweep?(
    config: ConfigSource,
    leftovers: readonly Leftover[],
    question: Pick<AdoptionQuery, "cluster" | "tenant">,
    onSwept?: (swept: Swept) => void,
  ): Promise<Swept[]>;
}

/** The values of the setting `naming`. */
export type Naming = "ako-1.2" | "ako-1.2.1" | "ako-2" | "ako-2-evh" | "occm" | "kuryr";

/** A resource as a program would register it. */
export interface PlannedResource {
  /** The type in the state: `avi:Pool`. */
  readonly kind: string;
  /** Its Pulumi name. */
  readonly name: string;
  /** The inputs; private keys may be left out. */
  readonly inputs: { readonly [property: string]: unknown };
}

/** A plan, to compare with the objects on the server. */
export interface AdoptionQuery {
  readonly planned: readonly PlannedResource[];
  /** The cluster, by which its objects are known: AKO marks with `ako-<cluster>`, the cloud provider of OpenStack has it in names. */
  readonly cluster: string;
  /** The setting that the plan was made with. */
  readonly naming: Naming;
  /** The tenant, when not that of the connection. */
  readonly tenant?: string;
}

/** A field that an adoption would write. */
export interface FieldChange {
  /** `servers[10.0.0.7:80].enabled` */
  readonly field: string;
  /** Value on the controller; absent if it has none there. */
  readonly from?: Json;
  /** Value in the plan; absent if the field, or the element, would be removed. Never a secret. */
  readonly to?: Json;
}

/** An object of the plan. */
export interface PlannedObject {
  /** `<api type>/<name>`; routes in a VRF context: `vrfcontext/<name>`. */
  readonly key: string;
  /** As messages call it: `VirtualService lab--Shared-L7-0`. */
  readonly object: string;
  /** Pulumi name of the resource that it is part of. */
  readonly resource: string;
  /** `unchanged`: adopted as it is, which writes nothing with `adopt: { mark: "keep" }`; `changed`: adopted and written; `new`: it does not exist. */
  readonly fate: "unchanged" | "changed" | "new";
  /** Owner by its mark, `ako-lab`; "" if it has none, or does not exist. */
  readonly mark: string;
  /** Fields that would be written, without the mark; empty unless `changed`. */
  readonly changes: readonly FieldChange[];
}

/** An object, or a static route, of the cluster that nothing in the plan names. */
export interface Leftover {
  readonly key: string;
  readonly object: string;
  readonly uuid: string;
  /** `ako-lab`, of a static route `clustername=lab`; "" for what only its name tells. */
  readonly mark: string;
  /** Hosts that it serves: of virtual services and of their VIPs. */
  readonly hosts: readonly string[];
  /** Set for a static route of AKO, which is no object: the VRF context that it is in, and what it means. */
  readonly route?: { readonly vrfContext: string; readonly cloud: string; readonly prefix: string; readonly nextHop: string };
  /** Reason to keep it in this run, as a sentence: a host would lose its only virtual service, or an object of the plan still refers to it. */
  readonly held?: string;
}

/** A virtual service of the plan whose clients would find it at another address. */
export interface AddressChange {
  /** Name of the VsVip of the plan. */
  readonly vsVip: string;
  /** Host names that are affected. */
  readonly hosts: readonly string[];
  /** Address at which they are reachable now, and the VsVip that provides it. */
  readonly from: { readonly address: string; readonly vsVip: string };
  /** The address that the plan fixes, or that its VsVip has already; absent where the controller would allocate one. */
  readonly to?: string;
}

/** The version of AKO that created the existing objects. */
export interface AkoVersionGuess {
  readonly naming: Naming;
  /** Evidence for it, each a sentence with an object as its example. */
  readonly reasons: readonly string[];
}

/** Result of adopting. Nothing is written to find it out. */
export interface AdoptionReport {
  /** In the order of the plan. */
  readonly planned: readonly PlannedObject[];
  /** In an order in which they can be deleted. */
  readonly left: readonly Leftover[];
  readonly addresses: readonly AddressChange[];
  /** Absent where no object of the cluster shows it. */
  readonly generation?: AkoVersionGuess;
  /** LB2055, where objects of the cluster exist and none of the plan is among them: the text of the refusal. */
  readonly refusal?: string;
  /** Objects that stay besides, and those that could not be looked at, as sentences. */
  readonly notes: readonly string[];
}

/** Outcome of sweeping one object. */
export interface Swept {
  readonly key: string;
  readonly object: string;
  /** `held`: left where it is, for its own reason; `changed`: it is not what the report saw any more. */
  readonly outcome: "removed" | "gone" | "held" | "changed" | "failed";
  /** Reason, unless it was removed. */
  readonly reason?: string;
}

/** Message of a plan made with another generation than the objects that exist. */
export function otherAkoVersion({ naming: existing, reasons }: AkoVersionGuess, naming: Naming | undefined): string {
  const message = `what exists looks like naming ${existing}, and the plan is made with ${naming ?? "none"}: ${nameList([...reasons])}`;
  return failure("LB2056", { message }).message;
}
