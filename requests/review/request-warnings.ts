// Warnings about changed requests: taken over by another namespace, or without a ready server.

import { type Diagnostic, describeObject, type ObjectRef } from "../../resources/diagnostic";
import { ownerText } from "../differences/change-lines";
import type { RequestChange } from "../differences/changes";

/** Two warnings, one per object, about requests that an object takes over from another namespace. */
export function crossNamespaceWarnings(changes: readonly RequestChange[]): Diagnostic[] {
  return changes.flatMap((change): Diagnostic[] => {
    const { how, region, isRule, wasRule } = change;
    const [taker, loser] = [refOf(isRule?.by?.object), refOf(wasRule?.by?.object)];
    if (how !== "taken" || !isRule || !wasRule || !taker || !loser || taker.namespace === loser.namespace) return [];
    const warning = { code: "LB2080", severity: "warning", pointer: "" } as const;
    const takes = `it takes ${region} from ${ownerText(change, wasRule)}, which is of another namespace`;
    const loses = `it loses ${region} to ${ownerText(change, isRule)}, which is of another namespace`;
    return [
      { ...warning, object: taker, message: takes, remedy: "If that is not meant, change its host or path." },
      {
        ...warning,
        object: loser,
        message: loses,
        remedy: `Change nothing in this object. If that is not meant, change the host or path of ${describeObject(taker)}.`,
      },
    ];
  });
}

/** Warnings about requests that had servers and now lead to a Service without a ready one. */
export function unreadyWarnings(changes: readonly RequestChange[]): Diagnostic[] {
  return changes.flatMap(({ lost, is, region, isRule }): Diagnostic[] => {
    const object = refOf(isRule?.by?.object);
    if (!lost || is.kind !== "forward" || is.empty === undefined || !object || is.to.some(({ unknown }) => unknown)) return [];
    const services = is.to.flatMap(({ service }) => service ?? []);
    if (services.length === 0) return [];
    const isOne = services.length === 1;
    const remedy = `Wait until a Pod of ${isOne ? "the Service" : "one of them"} is ready, or leave the requests where they are.`;
    return [
      {
        code: "LB1104",
        severity: "warning",
        object,
        pointer: isRule?.by?.pointer ?? "",
        message: `${region} would go to ${isOne ? "Service" : "Services"} ${services.join(", ")}, which ${isOne ? "has" : "have"} no ready server`,
        remedy,
      },
    ];
  });
}

/** Reference to the object `Ingress team0/shop`. */
function refOf(text = ""): ObjectRef | undefined {
  const [, kind = "", namespace = "", name = ""] = /^(\S+) ([^/]+)\/([^/]+)$/.exec(text) ?? [];
  return kind === "" ? undefined : { apiVersion: "", kind, namespace, name };
}
