// Decides which Gateways are programmed by the changes that were applied.

import { ownEntries } from "../../../provider/kubernetes";
import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import { kindOf } from "../../../resources";
import type { Status } from "../../routing";
import type { GatewayAnswer } from "../../routing/front-end";
import { statusKey } from "../../routing/status";
import { isRecord, keyOf } from "../../specs";
import type { StateResource } from "../stack/stack-state";
import type { Clock } from "../terms/clock";
import type { PendingChange } from "../terms/reported-event";
import type { Assessment } from "./assessment";
import { refusalIn } from "./refusal";

/** The stack at the time of an evaluation. */
export interface StackMoment {
  state: ReadonlyMap<string, StateResource>;
  pending: readonly PendingChange[];
  /** Changes are applied without review. */
  appliesAll: boolean;
}

/** Time for which a run may be ahead of the state that was read last, ms: it writes statuses before the state is read again. */
const AHEAD_MS = 30_000;

/**
 * Answers of the load balancers of Gateways, for the Gateways, their ListenerSets and Routes. An object is applied if the load balancer is in
 * the state, and the generation of the object has been seen there without differences once. A Route that waits for review does not take that
 * from others; a new generation of the object itself does.
 */
export class AppliedGateways {
  /** Generation seen as applied, by owner mark, object and Gateway. */
  private readonly generations = new Map<string, number>();
  /** Since when a status says that a load balancer is there which the state does not have, by the same. */
  private readonly ahead = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** @param live the object with its last status: a process before this one, or an `up`, may have written what was applied */
  answer(owner: string, status: Status, assessment: Assessment, stack: StackMoment, live: KubernetesObject): GatewayAnswer {
    const key = `${owner} ${statusKey(status.object)} ${status.gateway}`;
    const resources = assessment.resources.filter(({ gateways }) => gateways.includes(status.gateway ?? ""));
    const answering = resources.filter(({ type }) => kindOf(type)?.address !== undefined);
    const addresses = [...new Set(answering.flatMap(({ id, type }) => addressIn(stack.state.get(id), type)))];
    const isThere = answering.length > 0 && answering.every(({ id }) => stack.state.has(id));
    const generation = generationIn(conditionsIn(status.fields ?? {}));
    const isWritten = generation !== undefined && appliedGeneration(live, status) === generation;
    if (isThere || !isWritten) this.ahead.delete(key);
    else if (this.isAhead(key)) return { programmed: true, addresses: addressesOf(live) };
    const isDifferent = resources.some(({ id }) => assessment.differing.has(id));
    const isKnown = isWritten || (generation !== undefined && this.generations.get(key) === generation);
    const isApplied = isThere && (!isDifferent || isKnown);
    if (isApplied && generation !== undefined) this.generations.set(key, generation);
    if (isApplied && addresses.length > 0) return { programmed: true, addresses };
    const refused = stack.pending.find(
      (change) => change.refused !== undefined && resources.some(({ id }) => id in change.objects),
    )?.refused;
    if (refused !== undefined) return { programmed: false, addresses, ...refusalIn(refused) };
    if (isApplied) return { programmed: false, addresses, reason: "AddressNotAssigned", message: "the load balancer has no address yet" };
    return { programmed: false, addresses, ...(stack.appliesAll ? { message: "k8s-lb watch applies it" } : {}) };
  }

  private isAhead(key: string): boolean {
    const since = this.ahead.get(key) ?? this.clock.now();
    this.ahead.set(key, since);
    return this.clock.now() - since < AHEAD_MS;
  }
}

/** The part of a status that depends on one Gateway: of a Route its entries at that Gateway. */
export function statusAt(status: Status, gateway: string): Status {
  const { parents, fields } = status;
  if (!parents || !fields || !Array.isArray(fields.parents)) return { ...status, gateway };
  const isAt = (index: number) => parents[index] !== undefined && keyOf(parents[index].gateway) === gateway;
  const entries = fields.parents.filter((_, index) => isAt(index));
  return { ...status, gateway, parents: parents.filter((_, index) => isAt(index)), fields: { ...fields, parents: entries } };
}

function addressIn(resource: StateResource | undefined, type: string): string[] {
  const address = resource?.outputs[kindOf(type)?.address ?? ""];
  return typeof address === "string" && address !== "" ? [address] : [];
}

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Generation that conditions are of. */
function generationIn(conditions: unknown): number | undefined {
  const generations = recordsIn(conditions).flatMap(({ observedGeneration }) =>
    typeof observedGeneration === "number" ? [observedGeneration] : [],
  );
  return generations.length > 0 ? Math.max(...generations) : undefined;
}

const statusIn = ({ status }: KubernetesObject): Record<string, unknown> => (isRecord(status) ? status : {});

/** Conditions of an object itself, or those of a Route at its parents. */
const conditionsIn = ({ conditions, parents }: { readonly [field: string]: unknown }): unknown =>
  conditions ?? recordsIn(parents).flatMap((parent) => recordsIn(parent.conditions));

/** Generation of which the live status says that it is applied: programmed, or of a Route accepted at a parent of ours. */
function appliedGeneration(live: KubernetesObject, { fields = {} }: Status): number | undefined {
  const { conditions, parents } = statusIn(live);
  const isOurs = ownEntries("parents", live, jsonOf(fields.parents));
  const liveFields = fields.parents === undefined ? { conditions } : { parents: jsonOf(parents).filter(isOurs) };
  const applied = fields.parents === undefined ? "Programmed" : "Accepted";
  return generationIn(recordsIn(conditionsIn(liveFields)).filter(({ type, status }) => type === applied && status === "True"));
}

/** Values of front ends and servers are JSON, but for fields that are undefined. */
const jsonOf = (list: unknown): JsonObject[] => JSON.parse(JSON.stringify(recordsIn(list)));

const addressesOf = (live: KubernetesObject): string[] =>
  recordsIn(statusIn(live).addresses).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
