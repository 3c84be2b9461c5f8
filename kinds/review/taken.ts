import type { Diagnostic, ObjectRef } from "../diagnostic";
import { ownerText } from "../requests/change-lines";
import type { RequestChange } from "../requests/changes";

const REMEDY = "If that is not meant, change host or path of the object that takes them";

/** Warnings about requests that an object takes from one of another namespace: one for each of the two. */
export function takenWarnings(changes: readonly RequestChange[]): Diagnostic[] {
  return changes.flatMap((change): Diagnostic[] => {
    const { how, region, isRule, wasRule } = change;
    const [taker, loser] = [refOf(isRule?.by?.object), refOf(wasRule?.by?.object)];
    if (how !== "taken" || !isRule || !wasRule || !taker || !loser || taker.namespace === loser.namespace) return [];
    const warning = { code: "LB2080", severity: "warning", pointer: "", remedy: REMEDY } as const;
    return [
      { ...warning, object: taker, message: `it takes ${region} from ${ownerText(change, wasRule)}, which is of another namespace` },
      { ...warning, object: loser, message: `it loses ${region} to ${ownerText(change, isRule)}, which is of another namespace` },
    ];
  });
}

/** The object of `Ingress team0/shop`. */
function refOf(text = ""): ObjectRef | undefined {
  const [, kind = "", namespace = "", name = ""] = /^(\S+) ([^/]+)\/([^/]+)$/.exec(text) ?? [];
  return kind === "" ? undefined : { apiVersion: "", kind, namespace, name };
}
