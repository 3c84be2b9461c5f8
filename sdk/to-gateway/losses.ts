// Records what Gateway API cannot express.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { Rule } from "../routing";
import { diagnose } from "../specs";

/** Something that a spec means on the target and that the written manifests do not. */
export type Loss = Diagnostic;

/** A loss, whose remedy is the general one. */
export const lossAt = (object: ObjectRef, pointer: string, message: string, severity: "warning" | "notice" = "warning"): Loss =>
  diagnose("LB1711", object, pointer, message, { severity });

/** Losses in the order in which they are found, each once. */
export class Losses {
  private readonly found = new Map<string, Loss>();

  get all(): Loss[] {
    return [...this.found.values()];
  }

  /** A loss: requests are served otherwise, or not at all. */
  add(object: ObjectRef, pointer: string, message: string, severity: "warning" | "notice" = "warning"): void {
    const loss = lossAt(object, pointer, message, severity);
    this.found.set(JSON.stringify([object.kind, object.apiVersion, object.namespace, object.name, pointer, message]), loss);
  }
}

type RouteField = "path" | "timeout" | "retry" | "rewrite" | "strategy" | "healthCheck" | "validation" | "service";

/** Fields of the kinds below a rule, by their part of the model; `*` is the index of the backend. */
const FIELDS: { readonly [kind: string]: { readonly [F in RouteField]?: string } } = {
  Ingress: { path: "/path", service: "/backend" },
  IngressRoute: {
    path: "/match",
    timeout: "/timeoutPolicy/request",
    retry: "/retryPolicy",
    rewrite: "/prefixRewrite",
    strategy: "/services/*/strategy",
    healthCheck: "/services/*/healthCheck",
    validation: "/services/*/validation",
    service: "/services/*",
  },
};

/** JSON pointer of a field of a route; that of the rule where the kind has the field elsewhere. */
export function pointerOf({ owner, at = "" }: Pick<Rule, "owner" | "at">, field: RouteField, index = 0): string {
  const below = FIELDS[owner.ref.kind]?.[field] ?? "";
  return `${at}${below.replace("*", String(index))}`;
}
