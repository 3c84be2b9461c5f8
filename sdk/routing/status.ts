// Records diagnostics and derives the status of each object.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { asRefusal, compare, diagnose, type Effect, effectOf, identityOf, isLostRestriction, keyOf, type SpecCode } from "../specs";
import type { GatewayLoss } from "./gateway/rules";

export { identityOf as statusKey };

/** Status of an object. */
export interface Status {
  object: ObjectRef;
  /**
   * In terms of the kind, if it has some (IngressRoute in lower case, the Route CRD in capitals, AKO's rules), else in terms of this
   * package.
   */
  state: "ready" | "partial" | "rejected" | "skipped" | "valid" | "invalid" | "orphaned" | "Valid" | "Invalid" | "Accepted" | "Rejected";
  /** The main reason, empty without one; or the text that the kind defines for its state. */
  description: string;
  diagnostics: Diagnostic[];
  /** Fields below `status`, for a kind with conditions, as they are once the load balancer serves it. */
  fields?: { readonly [field: string]: unknown };
  /** `namespace/name` of the Gateway whose load balancer decides `Programmed`. */
  gateway?: string;
  /** For a kind with `parents`: the Gateway of each entry, and whether its load balancer serves a part of the object. */
  parents?: readonly StatusParent[];
}

/** Gateways, `namespace/name`, whose load balancers the status waits for; those of a Route by entry. */
export const awaitedGateways = ({ gateway, parents }: Pick<Status, "gateway" | "parents">): string[] => {
  if (!parents) return gateway === undefined ? [] : [gateway];
  return [...new Set(parents.flatMap((one) => (one.serves ? [keyOf(one.gateway)] : [])))];
};

/** Gateway of an entry of `parents`. */
export interface StatusParent {
  gateway: ObjectRef;
  serves: boolean;
}

/** Status fields of a kind with conditions. */
export type StatusFields = Required<Pick<Status, "fields">> & Pick<Status, "gateway" | "parents">;

/** Computes the fields of an object from the losses of its Gateways. */
export type StatusDescription = (losses: readonly GatewayLoss[]) => StatusFields;

/** Effects of warnings after which a part of the object is not served as requested; errors always have one. */
const LOSSES: ReadonlySet<Effect> = new Set<Effect>([
  "servers preserved",
  "never matched",
  "route lost",
  "conflict",
  "permission",
  "restriction lost",
]);

/** True for an annotation whose effect is missing. All routes are served. */
const isUndone = ({ severity, code }: Diagnostic): boolean => severity === "warning" && code === ("LB1007" satisfies SpecCode);

/** True for a fault after which a part of its object is missing on the load balancer. */
const isLoss = (one: Diagnostic): boolean => LOSSES.has(effectOf(one));

/** Status that a front end or target sets, where it cannot be derived. */
export type FixedStatus = Pick<Status, "state" | "description">;

interface StatusEntry {
  ref: ObjectRef;
  rejected: Status["state"];
  diagnostics: Diagnostic[];
  verdict?: FixedStatus;
  describe?: StatusDescription;
  refusal?: Diagnostic;
  served: boolean;
}

/**
 * Diagnostics and status of each object. Front ends and targets report to it. Only this class derives states: `rejected` if nothing of the
 * object is served, `partial` after an error or a loss, else `ready`.
 */
export class StatusRecorder {
  readonly #entries = new Map<string, StatusEntry>();
  readonly #losses: GatewayLoss[] = [];
  readonly #loose = new Map<string, Diagnostic[]>();
  /** Reported diagnostics: every path and port that leads to a Service finds the same faults. */
  readonly #said = new Set<string>();
  /** Objects that are not served because an access restriction would be missing, with the first reason. */
  readonly #unrestricted = new Map<string, Diagnostic>();

  /** @param lostRestrictions treatment of objects with an access restriction that the target cannot apply */
  constructor(private readonly lostRestrictions: "warn" | "refuse" = "warn") {}

  /**
   * Opens a status for the object; reports about other objects are kept separately.
   *
   * @param rejected term of its kind for an object of which nothing is served
   */
  open(ref: ObjectRef, rejected: Status["state"] = "rejected"): void {
    const key = identityOf(ref);
    if (this.#entries.has(key)) return;
    this.#entries.set(key, { ref, rejected, diagnostics: this.#loose.get(key) ?? [], served: false });
    this.#loose.delete(key);
  }

  /** @param about the affected object, where a fault of one object is a loss of another. Default: the faulty object. */
  report(reported: Diagnostic, about: ObjectRef = reported.object): void {
    const key = identityOf(about);
    const refuses = this.lostRestrictions === "refuse" && isLostRestriction(reported);
    const diagnostic = refuses ? asRefusal(reported) : reported;
    if (refuses && !this.#unrestricted.has(key)) this.#unrestricted.set(key, diagnostic);
    const { code, object, pointer, message } = diagnostic;
    const once = [key, code, identityOf(object), pointer, message].join("\n");
    if (this.#said.has(once)) return;
    this.#said.add(once);
    const list = this.#entries.get(key)?.diagnostics ?? this.#loose.get(key);
    if (list) list.push(diagnostic);
    else this.#loose.set(key, [diagnostic]);
  }

  /** Reason why no part of the object may be served: an access restriction would be missing. */
  lostRestriction(ref: ObjectRef): Diagnostic | undefined {
    return this.#unrestricted.get(identityOf(ref));
  }

  /** True if there is such a reason. */
  isUnrestricted(ref: ObjectRef): boolean {
    return this.lostRestriction(ref) !== undefined;
  }

  /** Sets the state of the object, whatever is reported: for a kind with its own terms, or an object that is left out on purpose. */
  setStatus(ref: ObjectRef, verdict: FixedStatus): void {
    const entry = this.#entries.get(identityOf(ref));
    if (entry) entry.verdict = verdict;
  }

  /** Sets the status fields of an object with conditions. They are computed when the recorder is closed. */
  describe(ref: ObjectRef, fields: StatusDescription): void {
    const entry = this.#entries.get(identityOf(ref));
    if (entry) entry.describe = fields;
  }

  /** Records a part of a Gateway that its load balancer does not serve. */
  lose(loss: GatewayLoss): void {
    this.#losses.push(loss);
  }

  /** Records why no part of the object is served, even if its kind calls it valid. */
  refuse(diagnostic: Diagnostic): void {
    this.report(diagnostic);
    const entry = this.#entries.get(identityOf(diagnostic.object));
    if (!entry) return;
    entry.verdict = undefined;
    entry.refusal ??= diagnostic;
  }

  /** Records that these objects have parts of their own on the load balancer. */
  served(refs: Iterable<ObjectRef>): void {
    for (const ref of refs) {
      const entry = this.#entries.get(identityOf(ref));
      if (entry) entry.served = true;
    }
  }

  /** Returns a status for every object, by kind, namespace and name, and the reports about all others. */
  close(): { statuses: Status[]; diagnostics: Diagnostic[] } {
    const statuses = [...this.#entries.values()]
      .map((entry) => ({ ...statusOf(entry), ...entry.describe?.(this.#losses) }))
      .sort(byIdentity);
    return { statuses, diagnostics: [...this.#loose.values()].flat() };
  }
}

function statusOf({ ref, rejected, diagnostics, verdict, refusal, served }: StatusEntry): Status {
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

/** Reason for an object that is not served and has no other; an unknown field (LB1006) is no reason. */
const silence = (ref: ObjectRef) => diagnose("LB1110", ref, "/spec", "the object defines nothing to serve");

const byIdentity = ({ object: a }: Status, { object: b }: Status) =>
  compare(a.kind, b.kind) ||
  compare(a.tenant ?? "", b.tenant ?? "") ||
  compare(a.namespace, b.namespace) ||
  compare(a.name, b.name) ||
  compare(a.apiVersion, b.apiVersion);
