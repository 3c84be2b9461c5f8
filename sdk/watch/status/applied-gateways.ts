import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { Status } from "../../routing";
import type { GatewayAnswer } from "../../routing/front-end";
import { statusKey } from "../../routing/status";
import { isRecord } from "../../specs";
import type { PendingChange } from "../report/reported-event";
import type { StateResource } from "../stack/stack-state";
import type { Assessment } from "./assessment";
import { refusalIn } from "./refusal";

/** Outputs that are the address of a resource. */
const ADDRESS_OUTPUTS: { readonly [type: string]: string } = {
  "octavia:LoadBalancer": "address",
  ...Object.fromEntries(["SharedVS", "DedicatedVS", "PassthroughVS", "L4VS"].map((kind) => [`avi:${kind}`, "vip"])),
};

/** The stack as a judgement sees it. */
export interface StackMoment {
  state: ReadonlyMap<string, StateResource>;
  pending: readonly PendingChange[];
  /** Changes are applied without review. */
  appliesAll: boolean;
}

/**
 * Answers of the load balancers of Gateways. A Gateway is programmed if its load balancer is in the state, and its generation has been seen
 * there without differences once. A Route that waits for review does not take that away; a new generation of the Gateway does.
 */
export class AppliedGateways {
  /** Generation seen as applied, by owner mark and object. */
  private readonly generations = new Map<string, number>();

  /** @param live the object with its last status, from which a new process knows what was applied */
  answer(owner: string, status: Status, assessment: Assessment, stack: StackMoment, live: KubernetesObject | undefined): GatewayAnswer {
    const resources = assessment.resources.filter(({ gateways }) => gateways.includes(status.gateway ?? ""));
    const answering = resources.filter(({ type }) => type in ADDRESS_OUTPUTS);
    const addresses = [...new Set(answering.flatMap(({ id, type }) => addressIn(stack.state.get(id), type)))];
    const isThere = answering.length > 0 && answering.every(({ id }) => stack.state.has(id));
    const isDifferent = resources.some(({ id }) => assessment.differing.has(id));
    const isApplied = isThere && this.isApplied(`${owner} ${statusKey(status.object)}`, status, isDifferent, live);
    if (isApplied && addresses.length > 0) return { programmed: true, addresses };
    const refused = stack.pending.find(
      (change) => change.refused !== undefined && resources.some(({ id }) => id in change.objects),
    )?.refused;
    if (refused !== undefined) return { programmed: false, addresses, ...refusalIn(refused) };
    if (isApplied) return { programmed: false, addresses, reason: "AddressNotAssigned", message: "the load balancer has no address yet" };
    return { programmed: false, addresses, ...(stack.appliesAll ? { message: "k8s-lb watch applies it" } : {}) };
  }

  private isApplied(key: string, { fields }: Status, isDifferent: boolean, live: KubernetesObject | undefined): boolean {
    const generation = generationIn(fields?.conditions);
    const known = this.generations.get(key) ?? programmedGeneration(live);
    const isApplied = !isDifferent || (generation !== undefined && known === generation);
    if (isApplied && generation !== undefined) this.generations.set(key, generation);
    return isApplied;
  }
}

function addressIn(resource: StateResource | undefined, type: string): string[] {
  const address = resource?.outputs[ADDRESS_OUTPUTS[type] ?? ""];
  return typeof address === "string" && address !== "" ? [address] : [];
}

const conditionsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Generation that conditions are of. */
function generationIn(conditions: unknown): number | undefined {
  const found = conditionsIn(conditions).flatMap(({ observedGeneration }) =>
    typeof observedGeneration === "number" ? [observedGeneration] : [],
  );
  return found.length > 0 ? Math.max(...found) : undefined;
}

/** Generation of which the live status says that it is programmed. */
function programmedGeneration(live: KubernetesObject | undefined): number | undefined {
  const { conditions } = isRecord(live?.status) ? live.status : {};
  return generationIn(conditionsIn(conditions).filter(({ type, status }) => type === "Programmed" && status === "True"));
}
