// Sets `Programmed` in statuses from the answers of load balancers.

import type { AnswerOf, GatewayAnswer } from "../../routing/front-end";
import type { Status } from "../../routing/status";
import { isRecord, keyOf } from "../../specs";

/** Reason and message of a Gateway without a load balancer. */
const PENDING = { reason: "Pending", message: "waits for review: run pulumi up" } as const;

/**
 * Status fields with the answers of load balancers: `Programmed` is True only if one serves the Gateway as in the specs. A status without
 * Gateway stays unchanged. Each entry of a Route depends on its own Gateway.
 *
 * @param answerOf default: no load balancer serves a Gateway
 */
export function statusFields(
  { object, fields, gateway, parents }: Pick<Status, "object" | "fields" | "gateway" | "parents">,
  answerOf: AnswerOf = () => undefined,
): { [field: string]: unknown } | undefined {
  if (!fields) return undefined;
  if (parents && Array.isArray(fields.parents)) {
    const entries = fields.parents.map((entry: unknown, index) => {
      const parent = parents[index];
      const answer = parent?.serves ? answerOf(keyOf(parent.gateway)) : undefined;
      return parent?.serves && !answer?.programmed ? withoutPrograms({ parents: [entry] }, answer).parents : [entry];
    });
    return { ...fields, parents: entries.flat() };
  }
  if (gateway === undefined) return { ...fields };
  const answer = answerOf(gateway);
  const answered = answer?.programmed ? fields : withoutPrograms(fields, answer);
  if (object.kind !== "Gateway" || !answer || answer.addresses.length === 0) return { ...answered };
  return { ...answered, addresses: answer.addresses.map((value) => ({ type: "IPAddress", value })) };
}

/**
 * Fields with `Programmed=False` instead of True: in the conditions of the object and of its listeners. A Route is `Accepted=Unknown` until
 * then: True would promise that its requests are served.
 */
function withoutPrograms(fields: { readonly [field: string]: unknown }, answer: GatewayAnswer | undefined): { [field: string]: unknown } {
  const reason = answer?.reason ?? PENDING.reason;
  const message = answer?.message ?? PENDING.message;
  const waiting = (condition: unknown): unknown => {
    if (!isRecord(condition) || condition.status !== "True") return condition;
    if (condition.type === "Programmed") return { ...condition, status: "False", reason, message };
    // a Route has no condition for a pending load balancer
    return condition.type === "Accepted" && fields.parents !== undefined
      ? { ...condition, status: "Unknown", reason: "Pending", message }
      : condition;
  };
  const conditions = (list: unknown) => (Array.isArray(list) ? list.map(waiting) : list);
  const inEntry = (entry: unknown) =>
    isRecord(entry) && entry.conditions !== undefined ? { ...entry, conditions: conditions(entry.conditions) } : entry;
  return {
    ...fields,
    ...(fields.conditions === undefined ? {} : { conditions: conditions(fields.conditions) }),
    ...(Array.isArray(fields.listeners) ? { listeners: fields.listeners.map(inEntry) } : {}),
    ...(Array.isArray(fields.parents) ? { parents: fields.parents.map(inEntry) } : {}),
  };
}
