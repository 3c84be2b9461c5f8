import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { asRefusal, compare, diagnose, type Effect, effectOf, identityOf, isLostRestriction, keyOf, type SpecCode } from "../specs";
import type { GatewayLoss } from "./gateway/rules";

export { identityOf as statusKey };

/** Outcome of an object. */
export interface Status {
  object: ObjectRef;
  /** In the words of the kind where it has some (IngressRoute in small letters, the Route CRD in capitals, AKO's rules), else in ours. */
  state: "ready" | "partial" | "rejected" | "skipped" | "valid" | "invalid" | "orphaned" | "Valid" | "Invalid" | "Accepted" | "Rejected";
  /** The first reason, empty when there is none; the words that the kind has for its state. */
  description: string;
  diagnostics: Diagnostic[];
  /** Fields below `status` of a kind that has conditions, as they are once the load balancer serves it. */
  fields?: { readonly [field: string]: unknown };
  /** `namespace/name` of the Gateway whose load balancer decides about `Programmed`. */
  gateway?: string;
  /** Of a kind with `parents`: the Gateway of each entry, and whether its load balancer serves something of the object. */
  parents?: readonly StatusParent[];
}

/** The Gateways, `namespace/name`, whose load balancers the status waits for: of a Route each for its own entries. */
export const awaitedGateways = ({ gateway, parents }: Pick<Status, "gateway" | "parents">): string[] => {
  if (!parents) return gateway === undefined ? [] : [gateway];
  return [...new Set(parents.flatMap((one) => (one.serves ? [keyOf(one.gateway)] : [])))];
};

/** Gateway of an entry of `parents`. */
export interface StatusParent {
  gateway: ObjectRef;
  serves: boolean;
}

/** Fields of the status of a kind that has conditions. */
export type StatusFields = Required<Pick<Status, "fields">> & Pick<Status, "gateway" | "parents">;

/** The fields of an object, once it is known what the target has lost of the Gateways. */
export type StatusDescription = (losses: readonly GatewayLoss[]) => StatusFields;

/** Effects of warnings after which a part of the object is not served as it asks; after an error one never is. */
const LOSSES: ReadonlySet<Effect> = new Set<Effect>([
  "servers preserved",
  "never matched",
  "route lost",
  "conflict",
  "permission",
  "restriction lost",
]);

/** True for an annotation that asks for what is not done; as a notice it asks for nothing that requests show. All places are served. */
const isUndone = ({ severity, code }: Diagnostic): boolean => severity === "warning" && code === ("LB1007" satisfies SpecCode);

/** True for a fault after which a part of its object is missing on the load balancer. */
const isLoss = (one: Diagnostic): boolean => LOSSES.has(effectOf(one));

/** Decision of a front end or a target about an object, if the ledger cannot derive it. */
export type Verdict = Pick<Status, "state" | "description">;

interface LedgerEntry {
  ref: ObjectRef;
  rejected: Status["state"];
  diagnostics: Diagnostic[];
  verdict?: Verdict;
  describe?: StatusDescription;
  refusal?: Diagnostic;
  served: boolean;
}

/**
 * Diagnostics of each object, and its outcome. Front ends and targets report to it. The state of an object is derived here and nowhere
 * else: `rejected` if nothing is made of it, `partial` after an error or a loss, else `ready`.
 */
export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #losses: GatewayLoss[] = [];
  readonly #loose = new Map<string, Diagnostic[]>();
  /** Diagnostics that were reported. Each path and port that leads to a Service finds its faults again. */
  readonly #said = new Set<string>();
  /** Objects that are not served, because they would be without a restriction of clients, with the first reason. */
  readonly #unrestricted = new Map<string, Diagnostic>();

  /** @param lostRestrictions what becomes of objects with a restriction of clients that the target does not apply */
  constructor(private readonly lostRestrictions: "warn" | "refuse" = "warn") {}

  /**
   * Opens a status for the object; reports about other objects stay loose.
   *
   * @param rejected the word of its kind for an object that contributes nothing
   */
  open(ref: ObjectRef, rejected: Status["state"] = "rejected"): void {
    const key = identityOf(ref);
    if (this.#entries.has(key)) return;
    this.#entries.set(key, { ref, rejected, diagnostics: this.#loose.get(key) ?? [], served: false });
    this.#loose.delete(key);
  }

  /** @param about whom it concerns, where a fault of one object is a loss to another. Default: the faulty object itself. */
  report(given: Diagnostic, about: ObjectRef = given.object): void {
    const key = identityOf(about);
    const refuses = this.lostRestrictions === "refuse" && isLostRestriction(given);
    const diagnostic = refuses ? asRefusal(given) : given;
    if (refuses && !this.#unrestricted.has(key)) this.#unrestricted.set(key, diagnostic);
    const { code, object, pointer, message } = diagnostic;
    const once = [key, code, identityOf(object), pointer, message].join("\n");
    if (this.#said.has(once)) return;
    this.#said.add(once);
    const known = this.#entries.get(key)?.diagnostics ?? this.#loose.get(key);
    if (known) known.push(diagnostic);
    else this.#loose.set(key, [diagnostic]);
  }

  /** Reason why nothing of the object may be served: clients would not be restricted as it asks. */
  lostRestriction(ref: ObjectRef): Diagnostic | undefined {
    return this.#unrestricted.get(identityOf(ref));
  }

  /** True if there is such a reason. */
  isUnrestricted(ref: ObjectRef): boolean {
    return this.lostRestriction(ref) !== undefined;
  }

  /** Fixes the state of the object, whatever the outcome: for a kind with words of its own, or one that is left out on purpose. */
  judge(ref: ObjectRef, verdict: Verdict): void {
    const entry = this.#entries.get(identityOf(ref));
    if (entry) entry.verdict = verdict;
  }

  /** Gives the object the fields of its status, for a kind that has conditions. They are asked for when the ledger is closed. */
  describe(ref: ObjectRef, fields: StatusDescription): void {
    const entry = this.#entries.get(identityOf(ref));
    if (entry) entry.describe = fields;
  }

  /** Notes a part of a Gateway that its load balancer does not have. */
  lose(loss: GatewayLoss): void {
    this.#losses.push(loss);
  }

  /** This is why nothing of the object is on the load balancer, however valid it may be in the words of its kind. */
  refuse(diagnostic: Diagnostic): void {
    this.report(diagnostic);
    const entry = this.#entries.get(identityOf(diagnostic.object));
    if (!entry) return;
    entry.verdict = undefined;
    entry.refusal ??= diagnostic;
  }

  /** Something of these objects is on the load balancer, and not only what they share with others. */
  served(refs: Iterable<ObjectRef>): void {
    for (const ref of refs) {
      const entry = this.#entries.get(identityOf(ref));
      if (entry) entry.served = true;
    }
  }

  /** A status for every object, by kind, namespace and name; and the reports about all others. */
  close(): { statuses: Status[]; diagnostics: Diagnostic[] } {
    const statuses = [...this.#entries.values()]
      .map((entry) => ({ ...statusOf(entry), ...entry.describe?.(this.#losses) }))
      .sort(byIdentity);
    return { statuses, diagnostics: [...this.#loose.values()].flat() };
  }
}

function statusOf({ ref, rejected, diagnostics, verdict, refusal, served }: LedgerEntry): Status {
  const lost = diagnostics.some((one) => one.severity === "error" && isLostRestriction(one));
  if (verdict && !lost) return { object: ref, ...verdict, diagnostics };
  const reasons = [
    refusal,
    diagnostics.find(({ severity }) => severity === "error"),
    diagnostics.find(isLoss),
    diagnostics.find(isUndone),
    served ? undefined : (diagnostics.find(({ severity, code }) => severity === "warning" && code !== "LB1006") ?? silence(ref)),
  ].filter((reason) => reason !== undefined);
  const [reason] = reasons;
  if (!reason) return { object: ref, state: "ready", description: "", diagnostics };
  const reported = diagnostics.includes(reason) ? diagnostics : [...diagnostics, reason];
  return { object: ref, state: served ? "partial" : rejected, description: reason.message, diagnostics: reported };
}

/** An object that contributes nothing must have a reason, even without a complaint; a field that is not known (LB1006) is no reason. */
const silence = (ref: ObjectRef) => diagnose("LB1110", ref, "/spec", "the object defines nothing to serve");

const byIdentity = ({ object: a }: Status, { object: b }: Status) =>
  compare(a.kind, b.kind) ||
  compare(a.tenant ?? "", b.tenant ?? "") ||
  compare(a.namespace, b.namespace) ||
  compare(a.name, b.name) ||
  compare(a.apiVersion, b.apiVersion);
